import { emptyLastMinute } from '@eupnea/contract/live.ts'
import { describe, expect, it } from 'vitest'
import { emptySince, unbelievedSince, withMinute } from './minutes.ts'

const at = (minute: number) => Date.parse('2026-11-20T02:00:00Z') + minute * 60_000
const point = (minute: number, avg: number) => ({ at: at(minute), avg, min: avg - 1, max: avg + 1 })
const never = Number.POSITIVE_INFINITY
const live = (minute: number, avg: number) => ({
  ...emptyLastMinute,
  avg,
  min: avg - 2,
  max: avg + 2,
  tracker_ts: new Date(at(minute)).toISOString(),
})

describe('live minutes in the curve of the last two hours', () => {
  it('appends the running minute and lets it replace a fetched one [RE-7]', () => {
    const fetched = [point(0, 15), point(1, 16)]
    expect(withMinute(fetched, live(2, 18), at(0), never)).toEqual([
      ...fetched,
      { at: at(2), avg: 18, min: 16, max: 20 },
    ])
    expect(withMinute(fetched, live(1, 17), at(0), never)).toEqual([
      fetched[0],
      { at: at(1), avg: 17, min: 15, max: 19 },
    ])
  })

  it('drops what has left the window, and changes nothing without a live minute [RE-7]', () => {
    const fetched = [point(0, 15), point(1, 16)]
    expect(withMinute(fetched, emptyLastMinute, at(1), never)).toEqual([fetched[1]])
    expect(withMinute(fetched, undefined, at(0), never)).toEqual(fetched)
    expect(withMinute([], live(0, 15), at(1), never)).toEqual([])
  })
  it('says nothing of the time since a sensor can’t be believed [WA-1] [WA-4]', () => {
    const since = unbelievedSince({ state: 'stuck', since: at(1) })
    expect(withMinute([point(0, 15), point(1, 16)], live(2, 16), at(0), since)).toEqual([point(0, 15)])
    expect([unbelievedSince({ state: 'silent', since: at(1) }), unbelievedSince(null)]).toEqual([never, never])
  })
})

describe('an empty bed', () => {
  const away = { state: 'away', since: 3 } as const
  const out = { signal: null, status: 1, presence: 'out', presenceSince: 7 } as const

  it('is so since the portal said it, or since this page knows, and not while the sensor is silent [RE-7]', () => {
    expect(emptySince({ ...out, signal: away })).toBe(3)
    expect(emptySince(out)).toBe(7)
    expect(emptySince({ ...out, presenceSince: null })).toBe(null)
    expect(emptySince({ ...out, status: 0 })).toBe(null)
    expect(emptySince({ ...out, presence: 'in' })).toBe(null)
  })
})
