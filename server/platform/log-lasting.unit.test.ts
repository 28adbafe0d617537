import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Log } from './log.ts'
import { createLastingLog } from './log-lasting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('says a failure when it begins, every ten minutes and when it has ended [AN-11]', () => {
  const [warn, info] = [vi.fn(), vi.fn()]
  const { failed, worked } = createLastingLog({ warn, info } as unknown as Log, 'waits', 'goes on')
  worked()
  for (let seconds = 0; seconds < 1_500; seconds++) {
    failed('the disk is full', { readings: seconds })
    vi.advanceTimersByTime(1_000)
  }
  expect(warn.mock.calls).toEqual(
    [0, 600, 1_200].map((readings) => [{ reason: 'the disk is full', readings }, 'waits']),
  )
  failed('no database')
  expect(warn).toHaveBeenCalledTimes(4)
  worked()
  worked()
  expect(info.mock.calls).toEqual([[{ seconds: 1_500 }, 'goes on']])
  failed('no database')
  expect(warn).toHaveBeenCalledTimes(5)
})
