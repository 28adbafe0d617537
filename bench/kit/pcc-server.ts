import { setTimeout as sleep } from 'node:timers/promises'
import { pccPatients, startPccServer } from '../../tests/kit/ehr-servers/index.ts'
import { answer } from './child.ts'

/**
 * A PointClickCare-speaking server with as many residents as the first argument and as many milliseconds per page as
 * the second. Answers with its address.
 */
const [residents, latencyMs] = process.argv.slice(2).map(Number) as [number, number]
const server = await startPccServer(pccPatients(residents))
if (latencyMs > 0)
  server.meddle = async () => {
    await sleep(latencyMs)
    return undefined
  }
answer<'address', string>(() => server.url)
