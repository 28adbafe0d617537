import { setTimeout as sleep } from 'node:timers/promises'
import { pccPatients, startPccServer } from '../../tests/kit/ehr-servers/index.ts'
import { answer } from './child.ts'

/**
 * A PointClickCare-speaking server of as many residents as the first argument says, which takes as many milliseconds for
 * a page as the second one says. Answers with its address.
 */
const [residents, latencyMs] = process.argv.slice(2).map(Number) as [number, number]
const server = await startPccServer(pccPatients(residents))
if (latencyMs > 0)
  server.meddle = async () => {
    await sleep(latencyMs)
    return undefined
  }
answer<'address', string>(() => server.url)
