import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type NurseCallSystem, startNurseCall } from '../../tests/kit/nurse-call.ts'
import { encodeMllp } from '../hl7/index.ts'
import { createLine, type Line } from './line.ts'
import type { Target } from './target.ts'

let system: NurseCallSystem
let target: Target
let line: Line

beforeEach(async () => {
  system = await startNurseCall()
  const { port } = system
  target = { url: `mllp://127.0.0.1:${port}`, host: '127.0.0.1', port, tls: false, ca: '', mayBePrivate: true }
  line = createLine(target, { take: async () => ({ code: 'AA', reason: '' }), patienceMs: 2_000 })
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

it('takes an answer whose id was cut to 20 characters, and to no fewer [EH-5]', async () => {
  system.behave('hang')
  const id = '0123456789-0123456789-0123456789'
  const sent = send(id)
  await arrived(1)
  say(`AE|${id.slice(0, 19)}`)
  say(`AA|${id.slice(0, 20)}`)
  expect(await sent).toMatchObject({ code: 'AA' })
})

it('hangs up after five minutes without a word, and connects again for the next message [EH-5]', async () => {
  const timeouts = vi.spyOn(Socket.prototype, 'setTimeout')
  await send('a')
  const [, whenIdle] = timeouts.mock.calls.find(([ms]) => ms === 300_000) ?? []
  timeouts.mockRestore()
  whenIdle!()
  await expect.poll(() => system.connections, { interval: 5 }).toBe(0)
  expect(await send('b')).toMatchObject({ code: 'AA' })
})

it('hangs up on who sends more than a hundred messages that wait to be taken [EH-5]', async () => {
  line.close()
  line = createLine(target, { take: () => new Promise(() => {}), patienceMs: 2_000 })
  await send('a')
  const report = encodeMllp(
    'MSH|^~\\&|CALLS||||20261129||ORA^R41^ORA_R41|1|P|2.6\rOBX|1|ST|STATUS^^L||Accepted||||||F\r',
  )
  void system.say(Buffer.concat(Array<Buffer>(100).fill(report)))
  expect(await send('b')).toMatchObject({ code: 'AA' })
  expect(await system.say(report)).toBeNull()
})
