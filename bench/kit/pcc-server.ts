import { pccPatients, startPccServer } from '../../tests/kit/ehr-servers/index.ts'
import { answer } from './child.ts'

/** A PointClickCare-speaking server of as many residents as the first argument says. Answers with its address. */
const server = await startPccServer(pccPatients(Number(process.argv[2])))
answer<'address', string>(() => server.url)
