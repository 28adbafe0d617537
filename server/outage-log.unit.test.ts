import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startEhrImports } from './ehr-import/start-ehr-imports.ts'
import { createDeviceStates } from './live/ingest/device-states.ts'
import { tendBeds } from './live/ingest/tend-beds.ts'
import { keepBaselines } from './live/state/keep-baselines.ts'
import { startWatch } from './notifications/start-watch.ts'
import { watchDiskRoom } from './notifications/watch-disk.ts'
import { watchJobs } from './notifications/watch-jobs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = async () => {
  throw new Error('the database is away')
}
const warn = vi.fn()
const log = { warn, info: () => {}, error: () => {} }
const origin = { database: { transaction: () => ({ execute: away }) }, actor: { type: 'system' }, log }

const looks: Record<string, () => () => unknown> = {
  outages: () => startWatch(origin as never, 180),
  jobs: () => watchJobs({ origin, mails: ['ops@house.example'], portal: 'here' } as never),
  imports: () => startEhrImports({ origin, events: { on: () => {}, onResume: () => {} } } as never),
  baselines: () => keepBaselines({} as never, { query: away } as never, log as never).close,
  beds: () => {
    const tender = tendBeds({ pool: { query: away }, log, state: { all: () => [] }, quietMs: 180_000 } as never)
    tender.judgeSilence(true)
    return tender.close
  },
  disk: () => {
    const room = () => ({ isFull: true, free_share: 0, free_bytes: 0, days_left: null })
    return watchDiskRoom({ origin, room, told: { read: () => null }, portal: 'here' } as never)
  },
  silence: () => createDeviceStates({ pool: { query: away }, log } as never).close,
}

it.each(Object.entries(looks))(
  'says in an hour’s outage every ten minutes what isn’t looked at: %s [AN-11]',
  async (_, start) => {
    warn.mockClear()
    const stop = start()
    onTestFinished(() => void stop())
    await vi.advanceTimersByTimeAsync(3_600_000)
    const times = Map.groupBy(warn.mock.calls, ([, line]) => line)
    expect(times.size).toBeGreaterThan(0)
    for (const [line, calls] of times) {
      expect(calls.at(0)?.[0].reason, line).toBe('the database is away')
      expect(calls.length, line).toBeLessThanOrEqual(7)
    }
  },
)
