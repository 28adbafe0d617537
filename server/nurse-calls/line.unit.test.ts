import { afterEach, beforeEach, expect, it } from 'vitest'
import { type NurseCallSystem, startNurseCall } from '../../tests/kit/nurse-call.ts'
import { encodeMllp } from '../platform/mllp.ts'
import { createLine, type Line } from './line.ts'

let system: NurseCallSystem
let line: Line

beforeEach(async () => {
  system = await startNurseCall()
  const { port } = system
  const target = { url: `mllp://127.0.0.1:${port}`, host: '127.0.0.1', port, tls: false, ca: '', mayBePrivate: true }
  line = createLine(target, { take: async () => '', patienceMs: 2_000 })
})
afterEach(async () => {
  line.close()
  await system.close()
})

const send = (id: string) => line.send(id, `MSH|^~\\&|EUPNEA||||20261129||ORU^R40^ORU_R40|${id}|P|2.6\r`)
const say = (msa: string) =>
  void system.say(encodeMllp(`MSH|^~\\&|CALLS||||20261129||ACK^R40^ACK|1|P|2.6\rMSA|${msa}\r`))
const arrived = (count: number) => expect.poll(() => system.received.length, { interval: 5 }).toBe(count)

it('takes no second answer to a message for one to the next where answers name neither [EH-5]', async () => {
  system.behave('hang')
  const [first, second] = [send('a'), send('b')]
  await arrived(1)
  say('CA|')
  expect(await first).toMatchObject({ code: 'CA' })
  await arrived(2)
  say('AA|')
  say('CE||full')
  expect(await second).toMatchObject({ code: 'CE' })
})

it('takes an answer that names no message where each has one [EH-5]', async () => {
  system.behave('hang')
  const [first, second] = [send('a'), send('b')]
  await arrived(1)
  say('AA|')
  expect(await first).toMatchObject({ code: 'AA' })
  await arrived(2)
  say('AE|')
  expect(await second).toMatchObject({ code: 'AE' })
})
