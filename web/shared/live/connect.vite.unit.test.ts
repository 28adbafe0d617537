import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// The first import compiles everything the connection needs: on a busy machine longer than five seconds.
vi.setConfig({ testTimeout: 30_000 })

/** A socket controlled by the test. */
class FakeSocket {
  static opened: FakeSocket[] = []
  readonly url: string
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  constructor(url: string) {
    this.url = url
    FakeSocket.opened.push(this)
  }
  close() {}
  say(...messages: unknown[]) {
    this.onmessage?.({ data: JSON.stringify(messages) })
  }
  end(code: number, reason = '') {
    this.onclose?.({ code, reason })
  }
}

/** A worker as far as the connection needs one; the test's clock moves it. */
class FakeWorker {
  static started = 0
  onmessage: (() => void) | null = null
  readonly #timer = setInterval(() => this.onmessage?.(), 1_000)
  constructor() {
    FakeWorker.started++
  }
  terminate() {
    clearInterval(this.#timer)
  }
}

const snapshot = (rr: number) => ({
  action: 'snapshot',
  devices: [
    {
      device_id: 'd1',
      patient_id: 'p1',
      rr,
      dist_rr: 0.8,
      alert10min: false,
      status: 1,
      rr_last_mint: { avg: rr, max: rr, min: rr, dist_rr_avg: 0.8, tracker_ts: '2026-03-01T03:00:00Z' },
      r_score: { upper_score: 0, lower_score: 0 },
      ts: Date.parse('2026-03-01T03:00:30Z'),
      signal: null,
      presence_range: 1.5,
    },
  ],
})

let tokens = 0
let answer: () => Response | Promise<Response>
/** the page's listeners, by event */
let listeners: Map<string, () => void>

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  FakeSocket.opened = []
  tokens = 0
  answer = () => Response.json({ token: `t${++tokens}`, expires_at: '2026-03-01T03:01:00Z' })
  vi.stubGlobal('document', { hidden: true, addEventListener() {} })
  vi.stubGlobal('location', { origin: 'https://portal.example' })
  listeners = new Map()
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => listeners.set(event, listener))
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('Worker', FakeWorker)
  FakeWorker.started = 0
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) =>
    Promise.race([
      answer(),
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ]),
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function connect() {
  const { connectClinic, liveStore } = await import('./index.ts')
  const connection = connectClinic('c1')
  await vi.advanceTimersByTimeAsync(0)
  return { connection, liveStore, socket: FakeSocket.opened[0]! }
}

it('opens with a fresh token, batched, and is live from the first message [LI-3]', async () => {
  const { connection, liveStore, socket } = await connect()
  expect(socket.url).toMatch(/^wss:\/\/portal\.example\/live\?type=clinic&clinic_id=c1&token=t1&batch=1&unheard=\d+$/)
  expect(connection.getState().phase).toBe('connecting')
  socket.say(snapshot(15))
  expect(connection.getState().phase).toBe('live')
  expect(liveStore.device('d1')?.rr).toBe(15)
  connection.close()
})

it('comes back by itself with a new token, takes the new state and fetches what happened in between [LI-9]', async () => {
  const { connection, liveStore, socket } = await connect()
  const { queryClient } = await import('../query.ts')
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  socket.say(snapshot(15))
  expect(invalidate).not.toHaveBeenCalled()
  socket.end(1006)
  expect(connection.getState().phase).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(500)
  const second = FakeSocket.opened[1]!
  expect(second.url).toContain('token=t2')
  second.say(snapshot(22))
  expect(connection.getState().phase).toBe('live')
  expect(liveStore.device('d1')?.rr).toBe(22)
  expect(invalidate).toHaveBeenCalledOnce()
  connection.close()
})

it('gives up calls that a portal that stands still leaves unanswered, and others when another node answers [AN-9] [LI-9]', async () => {
  const { connection, socket } = await connect()
  const { send } = await import('../api.ts')
  const { listFloors } = await import('@eupnea/contract/clinics.ts')
  socket.say(snapshot(15))
  const outcomes: string[] = []
  const ask = (name: string) =>
    send(listFloors, { clinic_id: name }).catch(({ code }) => outcomes.push(`${name} ${code}`))
  const tokenAnswer = answer
  answer = () => new Promise<Response>(() => {})
  void ask('first')
  await vi.advanceTimersByTimeAsync(6_000)
  void ask('second')
  expect(outcomes).toEqual([])
  // Nine seconds of silence.
  await vi.advanceTimersByTimeAsync(4_000)
  expect(outcomes).toEqual(['first unreachable'])
  void ask('third')
  answer = tokenAnswer
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcomes).toEqual(['first unreachable'])
  answer = () => new Promise<Response>(() => {})
  void ask('fourth')
  FakeSocket.opened[1]!.say(snapshot(22))
  await vi.advanceTimersByTimeAsync(0)
  // The third may be answered by either.
  expect(outcomes).toEqual(['first unreachable', 'second unreachable'])
  await vi.advanceTimersByTimeAsync(5_000)
  FakeSocket.opened[1]!.say(snapshot(22))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(outcomes).toEqual(['first unreachable', 'second unreachable', 'third unreachable'])
  connection.close()
})

it('says for how long its page has heard of no change, as long as it was not live [LI-6]', async () => {
  await vi.advanceTimersByTimeAsync(3_000)
  const { connection, socket } = await connect()
  const first = Number(new URL(socket.url).searchParams.get('unheard'))
  expect(first).toBeGreaterThanOrEqual(3_000)
  socket.say(snapshot(15))
  socket.end(1006)
  await vi.advanceTimersByTimeAsync(500)
  expect(FakeSocket.opened[1]!.url).not.toContain('unheard')
  connection.close()
})

it('keeps trying while the portal is away, ever less often [LI-9]', async () => {
  const { connection, socket } = await connect()
  const call = vi.fn(() => Response.json({}, { status: 503 }))
  answer = call
  socket.end(1006)
  await vi.advanceTimersByTimeAsync(10_000)
  const early = call.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(early).toBeGreaterThan(3)
  expect(call.mock.calls.length - early).toBeGreaterThan(3)
  expect(call.mock.calls.length - early).toBeLessThan(early * 3)
  expect(connection.getState().phase).toBe('reconnecting')
  connection.close()
})

it('ends with the session, and says so [ID-8]', async () => {
  const { connection, socket } = await connect()
  const { onSessionOver } = await import('../api.ts')
  const over = vi.fn()
  onSessionOver(over)
  answer = () => Response.json({ code: 'unauthenticated' }, { status: 401 })
  socket.end(4401)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(over).toHaveBeenCalledOnce()
  expect(connection.getState().phase).toBe('closed')
  expect(FakeSocket.opened).toHaveLength(1)
})

it('comes again when only what the person may see has changed [FA-4] [LI-9]', async () => {
  const { connection, socket } = await connect()
  const { onSessionOver } = await import('../api.ts')
  const over = vi.fn()
  onSessionOver(over)
  socket.end(4401)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(over).not.toHaveBeenCalled()
  expect(FakeSocket.opened).toHaveLength(2)
  connection.close()
})

it('knows until it is live again, and tells once, that the portal ended it because access changed [ID-8] [LI-9]', async () => {
  const { connection, socket } = await connect()
  const { takeAccessChange } = await import('./index.ts')
  const { m } = await import('@eupnea/texts')
  socket.end(4401, m.live_access_changed())
  const second = await nextSocket()
  second.say(snapshot(15))
  expect(takeAccessChange()).toBe(false)
  second.end(4401, m.live_session_ended())
  const third = await nextSocket()
  expect(takeAccessChange()).toBe(false)
  third.end(4401, m.live_access_changed())
  expect([takeAccessChange(), takeAccessChange()]).toEqual([true, false])
  connection.close()
})

it.each([
  [4403, 'forbidden'],
  [4404, 'notFound'],
])('does not come back after %i [LI-3]', async (code, refused) => {
  const { connection, socket } = await connect()
  socket.end(code)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.getState()).toMatchObject({ phase: 'closed', refused })
  expect(FakeSocket.opened).toHaveLength(1)
})

/** The socket of the next try, as soon as it is opened. */
async function nextSocket(): Promise<FakeSocket> {
  for (const before = FakeSocket.opened.length; FakeSocket.opened.length === before; )
    await vi.advanceTimersByTimeAsync(500)
  return FakeSocket.opened.at(-1)!
}

const beat = () => ({ action: 'beat', at: Date.now() })

it('stays live by beats alone, which are no news [AN-9]', async () => {
  const { connection, socket } = await connect()
  socket.say(snapshot(15))
  const last = connection.lastNewsAt()
  for (let n = 0; n < 10; n++) {
    await vi.advanceTimersByTimeAsync(5_000)
    socket.say(beat())
  }
  expect(connection.getState().phase).toBe('live')
  expect(connection.lastNewsAt()).toBe(last)
  expect(FakeSocket.opened).toHaveLength(1)
  connection.close()
})

it('says within 12 s of the last word since when there is none, and keeps that instant through every try [AN-9] [LI-9]', async () => {
  const { connection, socket } = await connect()
  socket.say(snapshot(15))
  await vi.advanceTimersByTimeAsync(4_000)
  socket.say(beat())
  const last = Date.now()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(connection.getState().phase).toBe('live')
  await vi.advanceTimersByTimeAsync(4_000)
  const lost = { phase: 'reconnecting', since: last }
  expect(connection.getState()).toMatchObject(lost)
  // A frozen portal: calls hang, and so do sockets that are opened nevertheless.
  answer = () => new Promise(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.getState()).toMatchObject(lost)
  answer = () => Response.json({ token: `t${++tokens}`, expires_at: '2026-03-01T03:01:00Z' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.opened.length).toBeGreaterThan(2)
  expect(connection.getState()).toMatchObject(lost)
  // Another page opened meanwhile says the same.
  const { connectClinic } = await import('./index.ts')
  const other = connectClinic('c2')
  expect(other.getState()).toMatchObject(lost)
  other.close()
  const later = await nextSocket()
  later.say(beat())
  expect(connection.getState().phase).toBe('live')
  expect(connectClinic('c3').getState().phase).toBe('connecting')
  connection.close()
})

it('misses a silent portal as soon as ever after this machine’s clock was set back, as on waking [AN-9]', async () => {
  const { connection, socket } = await connect()
  socket.say(snapshot(15))
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(connection.getState().phase).toBe('reconnecting')
  connection.close()
})

it('tries again when a first call hangs, and says since when [AN-9]', async () => {
  const { connectClinic } = await import('./index.ts')
  answer = () => new Promise(() => {})
  const opened = Date.now()
  const connection = connectClinic('c1')
  await vi.advanceTimersByTimeAsync(12_000)
  expect(connection.getState()).toMatchObject({ phase: 'reconnecting', since: opened })
  answer = () => Response.json({ token: `t${++tokens}`, expires_at: '2026-03-01T03:01:00Z' })
  const later = await nextSocket()
  later.say(snapshot(15))
  expect(connection.getState().phase).toBe('live')
  connection.close()
})

it('ticks in one worker for all connections, and in none without [AN-9]', async () => {
  const { connection } = await connect()
  const { connectClinic } = await import('./index.ts')
  const other = connectClinic('c2')
  expect(FakeWorker.started).toBe(1)
  connection.close()
  other.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('closed by the page stays closed [DA-3]', async () => {
  const { connection, socket } = await connect()
  connection.close()
  socket.end(1006)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.opened).toHaveLength(1)
})

it('opens one connection when the network comes back while another try still hangs [LI-9]', async () => {
  const { connection, socket } = await connect()
  answer = () =>
    new Promise((resolve) => {
      setTimeout(() => resolve(Response.json({ token: `t${++tokens}`, expires_at: '2026-03-01T03:01:00Z' })), 5_000)
    })
  socket.end(1006)
  await vi.advanceTimersByTimeAsync(1_000)
  listeners.get('online')?.()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(FakeSocket.opened).toHaveLength(2)
  FakeSocket.opened[1]!.say(snapshot(22))
  expect(connection.getState().phase).toBe('live')
  connection.close()
})
