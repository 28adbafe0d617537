import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import type { Found } from './probe-database.ts'
import type { Cause } from './tell-ops.ts'
import { watchPortal } from './watch-portal.ts'

/** What is looked at each five seconds; the test's clock moves. */

const upgradedAt = '2026-01-01'
const both = (ms: number) => ({ jobs: String(ms), messages: String(ms) })

let noted: (Cause | null)[]
let ask: () => Promise<Found>
let stores: boolean
let isDiskFull: boolean

beforeEach(() => {
  vi.useFakeTimers()
  noted = []
  ask = async () => ({ beats: both(Date.now()), aheadMs: 0, upgradedAt })
  stores = true
  isDiskFull = false
})
afterEach(() => vi.useRealTimers())

const ops = { note: (cause: Cause | null) => void noted.push(cause), settled: async () => {} }
const log = createLog('silent')
async function start() {
  const watch = watchPortal(ops, log)
  await watch.begin({
    probe: { ask: () => ask(), close() {} },
    stores: () => stores,
    isDiskFull: () => isDiskFull,
  })
  return watch
}
const look = () => vi.advanceTimersByTimeAsync(5_000)

it('is starting until it has begun, and then as well as its parts [AN-10]', async () => {
  const watch = await start()
  expect(noted).toEqual(['start', null])
  expect(watch).toMatchObject({ writes: true, jobs: true, unwellSince: null })
  stores = false
  await look()
  expect(noted.at(-1)).toBe('ingest')
  expect(watch.writes).toBe(true)
  isDiskFull = true
  await look()
  expect(noted.at(-1)).toBe('disk')
  const since = watch.unwellSince!
  ask = () => Promise.reject(new Error('read-only'))
  isDiskFull = false
  await look()
  expect(noted.at(-1)).toBe('database')
  expect(watch).toMatchObject({ writes: false, unwellSince: since })
  ask = async () => ({ beats: both(Date.now()), aheadMs: 0, upgradedAt })
  stores = true
  await look()
  expect(noted.at(-1)).toBeNull()
  expect(watch).toMatchObject({ writes: true, unwellSince: null })
  watch.close()
})

it('takes jobs that stand still for not well, though readings are stored; new ones have time to begin [AN-10]', async () => {
  ask = async () => ({ beats: {}, aheadMs: 0, upgradedAt })
  const watch = await start()
  expect(watch.jobs).toBe(true)
  await vi.advanceTimersByTimeAsync(170_000)
  expect(watch.unwellSince).toBeNull()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(watch.jobs).toBe(false)
  expect(watch.unwellSince).not.toBeNull()
  expect(noted.at(-1)).toBeNull()
  ask = async () => ({ beats: both(Date.now()), aheadMs: 0, upgradedAt })
  await look()
  expect(watch).toMatchObject({ jobs: true, unwellSince: null })
  watch.close()
})

it('takes jobs for well as long as they beat, whatever the database’s clock says [AN-10] [WA-6]', async () => {
  let beat = Date.now() + 3_600_000
  ask = async () => ({ beats: both(beat), aheadMs: 0, upgradedAt })
  const watch = await start()
  await vi.advanceTimersByTimeAsync(170_000)
  // Set back by an hour.
  beat = Date.now()
  await look()
  expect(watch.jobs).toBe(true)
  await vi.advanceTimersByTimeAsync(170_000)
  expect(watch.jobs).toBe(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(watch.jobs).toBe(false)
  watch.close()
})

it.each(['jobs', 'messages'])('takes the portal for unwell when only %s no longer beat [AN-10]', async (part) => {
  ask = async () => ({ beats: { ...both(Date.now()), [part]: 'stopped' }, aheadMs: 0, upgradedAt })
  const watch = await start()
  await vi.advanceTimersByTimeAsync(185_000)
  expect(watch.jobs).toBe(false)
  watch.close()
})

it('finds this machine’s clock wrong where it differs from the database’s by more than a minute [WA-6]', async () => {
  const watch = await start()
  const said: (number | null)[] = []
  for (const aheadMs of [60_000, 60_001, -60_000, -60_001]) {
    ask = async () => ({ beats: both(Date.now()), aheadMs, upgradedAt })
    await look()
    said.push(watch.clockAheadMs)
  }
  expect(said).toEqual([null, 60_001, null, -60_001])
  ask = () => Promise.reject(new Error('away'))
  await look()
  expect(watch.clockAheadMs).toBeNull()
  watch.close()
})

it('knows from then on that another version has changed the database, and logs it once [AN-10]', async () => {
  const said = vi.spyOn(log, 'error')
  const watch = await start()
  await look()
  expect(watch.isOutdated).toBe(false)
  ask = async () => ({ beats: both(Date.now()), aheadMs: 0, upgradedAt: '2026-01-02' })
  await look()
  expect(watch).toMatchObject({ isOutdated: true, writes: true, unwellSince: null })
  await look()
  expect(said).toHaveBeenCalledExactlyOnceWith(
    'watch: another version of the portal has changed the database; stop this node and upgrade it',
  )
  watch.close()
})
