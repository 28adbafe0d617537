import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelsOf } from './channels.ts'
import { type EpisodeState, judgeEpisode as judgeBy, noEpisode } from './episode.ts'
import { flagStatuses, mayFlag } from './flag.ts'
import { addReading, averageRr, emptyMinute, isInBed, minuteOf } from './minute.ts'
import { isOvertaken } from './overtaken.ts'
import { defaultPlan, type RateLimits } from './plan.ts'
import { hasPresence, hoursInBed } from './presence.ts'
import { defaultBaseline, median, rScoreOf } from './r-score.ts'
import { distanceOutside, findingOf, outsideRange, rateText, roundRateToRead } from './severity.ts'

describe('severity', () => {
  it('is low at 12 and below, high at 22 and above, extremely high above 30 [AL-1]', () => {
    const title = (rr: number | null) => findingOf(rr, defaultPlan)?.title ?? null
    expect([12, 12.01, 21.99, 22, 30, 30.01].map(title)).toEqual([
      'Low Respiratory',
      null,
      null,
      'High Respiratory',
      'High Respiratory',
      'Extremely High Respiratory',
    ])
    expect(findingOf(31, defaultPlan)?.severity).toBe('danger')
    expect(findingOf(null, defaultPlan)).toBeNull()
    expect([12, 13, 22].map((rr) => outsideRange(rr, defaultPlan))).toEqual([true, false, true])
  })

  it('is extremely low at 8 and below, unless the plan has no such limit [WA-3]', () => {
    const titles = (plan: RateLimits) => [3, 8, 8.01, 12].map((rr) => findingOf(rr, plan)?.title)
    expect(titles(defaultPlan)).toEqual([
      'Extremely Low Respiratory',
      'Extremely Low Respiratory',
      'Low Respiratory',
      'Low Respiratory',
    ])
    expect(titles({ ...defaultPlan, extreme_low: null })).toEqual(new Array(4).fill('Low Respiratory'))
    expect(findingOf(8, defaultPlan)).toMatchObject({ direction: 'low', severity: 'danger' })
  })

  it('is judged by the limits that are handed in [PL-2]', () => {
    const own = { low: 8, high: 26, extreme_high: 34, extreme_low: 5 }
    const titles = [5, 8, 8.04, 25.9, 26, 34, 34.1].map((rr) => findingOf(rr, own)?.title ?? null)
    expect(titles).toEqual([
      'Extremely Low Respiratory',
      'Low Respiratory',
      null,
      null,
      'High Respiratory',
      'High Respiratory',
      'Extremely High Respiratory',
    ])
    expect([8.04, 25.96].map((rr) => rateText(rr, own))).toEqual(['8.1', '25.9'])
    expect([8.4, 12.4, 25.6].map((rr) => roundRateToRead(rr, own))).toEqual([8.4, 12, 25.6])
    expect(findingOf(40, null)).toBeNull()
    expect(rateText(11.96, null)).toBe('12.0')
  })

  it('is as far out as the rate is from the nearer limit, and less than 0 within [DA-7]', () => {
    expect([5, 12, 14, 21, 22, 31].map((rr) => distanceOutside(rr, defaultPlan))).toEqual([7, 0, -2, -1, 0, 9])
  })

  it('reads as no other severity than it has [AL-1]', () => {
    const rates = [12, 12.04, 12.4, 21.6, 21.96, 22, 30, 30.04, 30.4, 30.6]
    expect(rates.map((rr) => rateText(rr, defaultPlan))).toEqual(
      '12.0 12.1 12.4 21.6 21.9 22.0 30.0 30.1 30.4 30.6'.split(' '),
    )
    expect(rates.map((rr) => roundRateToRead(rr, defaultPlan))).toEqual([
      12, 12.1, 12.4, 21.6, 21.9, 22, 30, 30.1, 30.4, 31,
    ])
    expect(rateText(null, defaultPlan)).toBe('–')
  })
})

describe('minute', () => {
  it('holds the readings of [m, m+60 s) [LI-2]', () => {
    expect([0, 59_999, 60_000].map(minuteOf)).toEqual([0, 0, 60_000])
    expect(minuteOf(-1)).toBe(-60_000)
  })

  it('adds up to the same, whatever the order [LI-2]', () => {
    const value = fc.option(fc.integer({ min: 0, max: 80 }), { nil: null })
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value)), (readings) => {
        const sums = emptyMinute(0)
        const backwards = emptyMinute(0)
        for (const [rr, dist] of readings) addReading(sums, rr, dist)
        for (const [rr, dist] of readings.toReversed()) addReading(backwards, rr, dist)
        expect(backwards).toEqual(sums)
        const valid = readings.flatMap(([rr]) => (rr === null ? [] : [rr]))
        expect(sums).toMatchObject({ n: readings.length, nRr: valid.length })
        expect(sums.maxRr).toBe(valid.length > 0 ? Math.max(...valid) : null)
        expect(averageRr(sums)).toBe(valid.length > 0 ? sums.sumRr / valid.length : null)
      }),
    )
  })

  it('is in bed when half of its readings have presence [DA-1]', () => {
    const minute = (...distances: (number | null)[]) => {
      const sums = emptyMinute(0)
      for (const dist of distances) addReading(sums, null, dist)
      return isInBed(sums)
    }
    expect(minute(1.5, 1.6)).toBe(true)
    expect(minute(1.5, 1.6, null)).toBe(false)
    expect(minute()).toBe(false)
  })
})

it('a person is told on the page and by push, on duty also by mail, and then of dangers by SMS, unless they chose [AN-8]', () => {
  const chosen = { kind: 'episode', severity: 'warning', channels: ['push'] } as const
  const byDefault = (severity: 'warning' | 'danger', isOnDuty: boolean) =>
    channelsOf([chosen], 'silent', severity, isOnDuty).join(' ')
  expect([byDefault('warning', false), byDefault('danger', false)]).toEqual(Array(2).fill('popup sound push'))
  expect([byDefault('warning', true), byDefault('danger', true)]).toEqual([
    'popup sound push mail',
    'popup sound push sms mail',
  ])
  expect(channelsOf([chosen], 'episode', 'warning', true)).toEqual(['push'])
})

it('a message is overtaken for ten seconds; what comes later was sent by a clock that was set back [WA-8]', () => {
  expect([0, 9_999, 10_000].map((afterMs) => isOvertaken(1_000, 2_000, afterMs))).toEqual([true, true, false])
  expect([isOvertaken(2_000, 2_000, 0), isOvertaken(3_000, 2_000, 0), isOvertaken(1_000, null, 0)]).toEqual([
    false,
    false,
    false,
  ])
})

describe('presence', () => {
  it('is a distance within the range, or a rate without a distance [SH-18]', () => {
    for (const dist of [0, 1.5]) expect(hasPresence(null, dist, 1.5)).toBe(true)
    expect(hasPresence(16, 1.6, 1.5)).toBe(false)
    expect(hasPresence(16, null, 1.5)).toBe(true)
    expect(hasPresence(null, null, 1.5)).toBe(false)
    expect(hasPresence(16, -0.1, 1.5)).toBe(false)
    expect(hoursInBed(443)).toBe(7.4)
  })
})

describe('episode', () => {
  const judgeEpisode = (open: EpisodeState, minutes: readonly number[]) => judgeBy(open, minutes, defaultPlan)
  const of = (value: number, count = 10) => new Array<number>(count).fill(value)

  it('needs five valid minutes [AL-2]', () => {
    expect(judgeEpisode(noEpisode, of(25, 4))).toEqual([])
    expect(judgeEpisode(noEpisode, of(25, 5))).toMatchObject([
      { change: 'raise', direction: 'high', severity: 'warning' },
    ])
  })

  it('is raised once, and again when it gets worse, never when it gets better [AL-2]', () => {
    const warned = { low: null, high: 'warning' } as const
    expect(judgeEpisode(warned, of(25))).toEqual([])
    expect(judgeEpisode(warned, of(31))).toMatchObject([{ change: 'raise', severity: 'danger', rr: 31 }])
    expect(judgeEpisode({ low: null, high: 'danger' }, of(25))).toEqual([])
  })

  it('is raised by two minutes extremely low, whatever was before them [AL-2] [WA-3]', () => {
    const found = { change: 'raise', direction: 'low', severity: 'danger', title: 'Extremely Low Respiratory' }
    expect(judgeEpisode(noEpisode, [7])).toEqual([])
    expect(judgeEpisode(noEpisode, [7, 8])).toEqual([{ ...found, rr: 7.5, minutes: 2 }])
    expect(judgeEpisode(noEpisode, [7, 8.1])).toEqual([])
    expect(judgeEpisode(noEpisode, [7, 7, 9])).toEqual([])
    expect(judgeEpisode(noEpisode, [...of(16, 8), 5, 5])).toEqual([{ ...found, rr: 5, minutes: 2 }])
    // Once, in place of the warning that the mean would be, and beside what the mean says of the other side.
    expect(judgeEpisode(noEpisode, [...of(13, 8), 5, 5])).toEqual([{ ...found, rr: 5, minutes: 2 }])
    expect(judgeEpisode({ low: 'warning', high: null }, [...of(13, 8), 5, 5])).toMatchObject([found])
    expect(judgeEpisode(noEpisode, of(6))).toEqual([{ ...found, rr: 6, minutes: 10 }])
    expect(judgeEpisode(noEpisode, [...of(34, 8), 5, 5])).toMatchObject([{ direction: 'high' }, found])
    expect(judgeEpisode({ low: 'danger', high: null }, [...of(16, 8), 5, 5])).toEqual([])
    expect(judgeBy(noEpisode, [5, 5], { ...defaultPlan, extreme_low: null })).toEqual([])
  })

  it('goes by the mean, and ends when every minute is back in range [AL-2]', () => {
    const warned = { low: null, high: 'warning' } as const
    expect(judgeEpisode(noEpisode, [...of(16, 5), ...of(29, 5)])).toHaveLength(1)
    expect(judgeEpisode(warned, [...of(16, 9), 23])).toEqual([])
    expect(judgeEpisode(warned, of(16))).toEqual([{ change: 'end', direction: 'high' }])
    expect(judgeEpisode({ low: 'warning', high: null }, of(13))).toEqual([{ change: 'end', direction: 'low' }])
    // A minute at the limit is out of range too.
    expect(judgeEpisode(warned, [...of(16, 9), 22])).toEqual([])
    expect(judgeEpisode({ low: 'warning', high: null }, [...of(13, 9), 12])).toEqual([])
  })

  it('a mean at a limit is at it, whatever computers make of tenths [AL-1] [AL-2]', () => {
    const stored = (...averages: number[]) => averages.map(Math.fround)
    // Their means are 12, 22 and 30; summed as float32 and float64, they are slightly off.
    expect(judgeEpisode(noEpisode, stored(11.6, 12.1, 12.3, 12, 12))).toMatchObject([{ direction: 'low', rr: 12 }])
    expect(judgeEpisode(noEpisode, [10.8, 12.3, 12.7, 11.9, 13.2, 11.1])).toMatchObject([{ direction: 'low', rr: 12 }])
    expect(judgeEpisode(noEpisode, stored(22.8, 22.3, 20.5, 23.3, 21.1))).toMatchObject([{ direction: 'high', rr: 22 }])
    expect(judgeEpisode(noEpisode, stored(30.2, 30.1, 29.7, 30, 30))).toMatchObject([{ severity: 'warning', rr: 30 }])
    // One that is a thousandth within is within.
    expect([12.001, 21.999].map((rr) => judgeEpisode(noEpisode, of(rr)))).toEqual([[], []])
    const warned = { low: null, high: 'warning' } as const
    expect(judgeEpisode(warned, [...of(16, 9), stored(21.8, 21.9, 22.3).reduce((a, b) => a + b) / 3])).toEqual([])
  })

  it('is raised and ended by the plan in force [PL-2]', () => {
    const own = { ...defaultPlan, low: 8, high: 26, extreme_high: 34, extreme_low: 5 }
    expect(judgeBy(noEpisode, of(25), own)).toEqual([])
    expect(judgeBy(noEpisode, of(26), own)).toMatchObject([{ change: 'raise', direction: 'high' }])
    expect(judgeBy({ low: null, high: 'warning' }, of(25), own)).toEqual([{ change: 'end', direction: 'high' }])
    expect(judgeBy(noEpisode, of(5), own)).toMatchObject([{ severity: 'danger', title: 'Extremely Low Respiratory' }])
  })

  it('keeps the directions apart [AL-2]', () => {
    const changes = judgeEpisode({ low: null, high: 'warning' }, of(10))
    expect(changes).toMatchObject([
      { change: 'raise', direction: 'low' },
      { change: 'end', direction: 'high' },
    ])
  })
})

describe('r-score', () => {
  it('is 0 and 0 at the usual, and a hundred four deviations away [DA-1]', () => {
    expect(rScoreOf([16, 16, 16], defaultBaseline)).toEqual({ upper_score: 0, lower_score: 0 })
    expect(rScoreOf([16 + 4 * 1.4826 * 3], defaultBaseline)).toEqual({ upper_score: 100, lower_score: 0 })
    expect(rScoreOf([16 - 2 * 1.4826 * 3], defaultBaseline)).toEqual({ upper_score: 0, lower_score: 50 })
    expect(rScoreOf([], defaultBaseline)).toEqual({ upper_score: 0, lower_score: 0 })
    // a very regular breather: the deviation counts as one breath at least
    expect(rScoreOf([18], { median: 16, mad: 0 })).toEqual({ upper_score: 50, lower_score: 0 })
  })

  it('stays within 0 and 100 and never tells both sides [DA-1]', () => {
    const rate = fc.double({ min: 0, max: 80, noNaN: true })
    fc.assert(
      fc.property(fc.array(rate), rate, rate, (recent, middle, mad) => {
        const { upper_score, lower_score } = rScoreOf(recent, { median: middle, mad })
        for (const score of [upper_score, lower_score])
          expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        expect(Math.min(upper_score, lower_score)).toBe(0)
      }),
    )
  })

  it('takes the middle of two for an even count', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, null])
  })
})

describe('flag', () => {
  it('moves 1→2→3→4 or 5, 4→5, and back to 1 from anywhere [RE-6]', () => {
    const allowed = flagStatuses.flatMap((from) =>
      flagStatuses.filter((to) => mayFlag(from.id, to.id)).map((to) => `${from.id}${to.id}`),
    )
    expect(allowed.sort()).toEqual(['11', '12', '21', '23', '31', '34', '35', '41', '45', '51'])
  })
})
