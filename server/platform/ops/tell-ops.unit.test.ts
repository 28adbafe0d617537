import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GatewayError } from '../gateway-error.ts'
import { createLog } from '../log.ts'
import type { StateFile } from '../state-file.ts'
import { type Cause, createOps, type Incident, type OpsOptions } from './tell-ops.ts'

/** Messages to the operator; the test's clock moves. */

let sent: string[]
let isRefusing: boolean
let stored: Incident | null
const file: StateFile<Incident | null> = {
  read: () => stored,
  write: async (state) => {
    stored = state
  },
}
const take = (to: string, text: string) => {
  if (isRefusing) throw new Error('not now')
  sent.push(`${to}: ${text}`)
}
const open = (more: Partial<OpsOptions> = {}) =>
  createOps({
    mails: ['ops@house.example'],
    phones: ['+447700900123'],
    mailer: { send: async ({ to, subject }) => take(to, subject), close() {} },
    sms: { send: async ({ to, text }) => take(to, text), has: async () => undefined },
    file,
    portal: 'https://house.example, node-1',
    log: createLog('silent'),
    ...more,
  })

/** Looks every five seconds. */
async function pass(ops: ReturnType<typeof open>, seconds: number, cause: Cause | null): Promise<void> {
  for (let at = 0; at < seconds; at += 5) {
    ops.note(cause)
    await ops.settled()
    await vi.advanceTimersByTimeAsync(5_000)
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T03:12:45Z') })
  sent = []
  isRefusing = false
  stored = null
})
afterEach(() => vi.useRealTimers())

it('tells each address once after a minute, with the instant and the cause, and once when it is over [AN-10]', async () => {
  const ops = open()
  await pass(ops, 60, 'database')
  expect(sent).toEqual([])
  await pass(ops, 600, 'database')
  expect(sent).toHaveLength(2)
  expect(sent[0]).toContain('ops@house.example: Eupnea can’t store readings: https://house.example, node-1')
  expect(sent[1]).toContain('+447700900123: Since 1 Mar 2026, 03:12:45 UTC')
  expect(sent[1]).toContain('The database doesn’t answer or refuses to write.')
  sent = []
  await pass(ops, 20, null)
  expect(sent).toEqual([])
  await pass(ops, 120, null)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toContain('from 1 Mar 2026, 03:12:45 to 1 Mar 2026, 03:23:45 UTC')
  expect(stored).toBeNull()
})

it('says nothing of less than a minute, nor of a moment in which it worked [AN-10]', async () => {
  const ops = open()
  await pass(ops, 50, 'database')
  await pass(ops, 50, null)
  await pass(ops, 50, 'database')
  expect(sent).toEqual([])
  await pass(ops, 30, 'database')
  await pass(ops, 10, null)
  await pass(ops, 60, 'database')
  expect(sent).toHaveLength(2)
})

it('tells within a minute also when the clock is set back meanwhile [AN-10] [WA-6]', async () => {
  const ops = open()
  await pass(ops, 30, 'database')
  vi.setSystemTime(Date.parse('2026-03-01T01:13:15Z'))
  await pass(ops, 90, 'database')
  expect(sent).toHaveLength(2)
  await pass(ops, 15, null)
  vi.setSystemTime(Date.parse('2026-03-01T00:00:00Z'))
  await pass(ops, 30, null)
  expect(sent).toHaveLength(4)
})

it('tells nobody again after a restart, and tells of the end [AN-10]', async () => {
  await pass(open(), 90, 'database')
  expect(sent).toHaveLength(2)
  const again = open()
  await pass(again, 90, 'database')
  expect(sent).toHaveLength(2)
  await pass(open(), 60, null)
  expect(sent).toHaveLength(4)
})

it('counts starts that fail one after the other as one time [AN-10]', async () => {
  for (let start = 0; start < 8; start++) {
    const ops = open()
    ops.note('start')
    await ops.settled()
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(sent).toHaveLength(2)
  expect(sent[1]).toContain('The portal couldn’t start.')
})

it('tries again each minute what a gateway refused [AN-10]', async () => {
  isRefusing = true
  const ops = open()
  await pass(ops, 120, 'ingest')
  expect(sent).toEqual([])
  isRefusing = false
  await pass(ops, 90, 'ingest')
  expect(sent).toHaveLength(2)
})

it('sends no SMS again that the gateway lists, though it gave no answer [AN-10] [AN-13]', async () => {
  let answers = 0
  const listed: string[] = []
  const sms: OpsOptions['sms'] = {
    send: async ({ to, text }) => {
      answers++
      sent.push(to)
      if (answers === 1) throw new GatewayError('no answer', { isUnclear: true })
      listed.push(text)
    },
    has: async ({ text }) => listed.includes(text),
  }
  const ops = open({ mails: [], sms })
  await pass(ops, 300, 'database')
  // Not listed: it was lost, and is sent again.
  expect(sent).toHaveLength(2)
  answers = 0
  sms.has = async () => true
  await pass(ops, 300, null)
  expect(sent).toHaveLength(3)
  expect(stored).toBeNull()
})

it('repeats more and more rarely what may have arrived, where the gateway can’t be asked [AN-10] [AN-13]', async () => {
  const takeAndHangUp = async (to: string, text: string) => {
    take(to, text)
    throw new GatewayError('no answer', { isUnclear: true })
  }
  const ops = open({
    mailer: { send: ({ to, subject }) => takeAndHangUp(to, subject), close() {} },
    sms: { send: ({ to, text }) => takeAndHangUp(to, text), has: async () => undefined },
  })
  await pass(ops, 86_400, 'database')
  // After 1, 4, 16, 64, 256 and 1,024 minutes.
  expect(sent.length / 2).toBe(7)
})

it('goes on where the disk takes no state [AN-10]', async () => {
  const ops = open({
    file: { read: () => null, write: async () => Promise.reject(new Error('no space left')) },
  })
  await pass(ops, 200, 'disk')
  expect(sent).toHaveLength(2)
})
