import type { MinuteSums } from '@eupnea/contract/rules/minute.ts'
import { minuteMs } from '@eupnea/contract/rules/minute.ts'
import { defaultPlan, type MonitoringPlan } from '@eupnea/contract/rules/plan.ts'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { type Bed, newBed, type Place } from './bed.ts'
import type { BedEffect, BedEvent } from './bed-event.ts'
import { reduceBed } from './reduce-bed.ts'

/** Another plan judges what ends from then on (PL-3). */

const start = Date.UTC(2026, 4, 1, 20)

const minuteOfRate = (minute: number, rr: number): MinuteSums => ({
  minute,
  ...{ n: 1, nRr: 1, sumRr: rr, minRr: rr, maxRr: rr },
  ...{ nDist: 1, sumDist: 0.9, nPresence: 1 },
})

function playMinutes() {
  let bed: Bed = newBed(placeWith({}), defaultBaseline)
  let nth = 0
  const told: string[] = []
  const happen = (event: BedEvent) => {
    const { bed: next, effects } = reduceBed(bed, event)
    bed = next
    told.push(...effects.flatMap(tell))
  }
  const tell = (effect: BedEffect): string[] => {
    if (effect.effect !== 'raise' && effect.effect !== 'end') return []
    const after = (effect.at - start) / minuteMs
    return [
      `${after} ${effect.effect} ${effect.direction} ${effect.effect === 'end' ? effect.reason : effect.severity}`,
    ]
  }
  return {
    told,
    /** a reading a minute */
    breathe(minutes: number, rr: number) {
      for (let n = 0; n < minutes; n++, nth++) {
        const minute = start + nth * minuteMs
        const sums = minuteOfRate(minute, rr)
        const ms = minute + 100
        happen({ event: 'readings', readings: [{ ms, rr, dist: 0.9 + (nth % 5) / 1_000 }], minutes: [sums], now: ms })
      }
    },
    decide(plan: Partial<MonitoringPlan>) {
      const now = start + nth * minuteMs - 30_000
      const { plan: before, earlierPlans } = bed.place
      const place = {
        ...bed.place,
        plan: { ...before, ...plan },
        earlierPlans: [...earlierPlans, { plan: before, until: now }],
      }
      happen({ event: 'placed', place, now })
    },
    /** nothing came meanwhile */
    pass(minutes: number) {
      nth += minutes
    },
    /** readings of the minutes that have passed, so many of them in a message */
    sendStored(minutes: number, rr: number, some = minutes) {
      const from = nth - minutes
      const stored = Array.from({ length: minutes }, (_, n) => ({
        ms: start + (from + n) * minuteMs + 100,
        rr,
        dist: 0.9 + (n % 5) / 1_000,
      }))
      for (let at = 0; at < minutes; at += some) {
        const readings = stored.slice(at, at + some)
        const sums = readings.map(({ ms }) => minuteOfRate(ms - 100, rr))
        happen({ event: 'readings', readings, minutes: sums, now: start + nth * minuteMs })
      }
    },
  }
}

it('raises nothing of what was before the change, and judges the next minute by the new limits [PL-3]', () => {
  const { told, breathe, decide } = playMinutes()
  breathe(12, 20)
  decide({ high: 19 })
  expect(told).toEqual([])
  breathe(1, 20)
  expect(told).toEqual(['12 raise high warning'])
})

it('ends an episode that is back in range by the new limits, as of the change [PL-3]', () => {
  const { told, breathe, decide } = playMinutes()
  breathe(12, 24)
  expect(told).toEqual(['5 raise high warning'])
  decide({ no_breathing_seconds: 60 })
  expect(told).toHaveLength(1)
  decide({ high: defaultPlan.high + 5 })
  expect(told.slice(1)).toEqual(['11.5 end high plan_changed'])
  breathe(3, 24)
  expect(told).toHaveLength(2)
})

it.each([1, 20])('raises nothing again for the %s minutes before the change that come after it [PL-3]', (minutes) => {
  const { told, breathe, decide, pass, sendStored } = playMinutes()
  breathe(12, 24)
  pass(minutes)
  decide({ high: defaultPlan.high + 5 })
  sendStored(minutes, 24)
  breathe(3, 24)
  expect(told).toEqual(['5 raise high warning', `${11.5 + minutes} end high plan_changed`])
})

it('raises what was worse before the change than anybody knew [PL-3] [WA-8]', () => {
  const { told, breathe, decide, pass, sendStored } = playMinutes()
  breathe(12, 24)
  pass(20)
  decide({ high: defaultPlan.high + 5 })
  sendStored(20, 32)
  breathe(1, 24)
  expect(told.slice(2)).toEqual(['20 raise high danger'])
})

it.each([40, 20, 7, 1])(
  'ends what began in readings that come late, %s minutes in a message, as of the change [PL-3] [WA-8]',
  (some) => {
    const { told, breathe, decide, pass, sendStored } = playMinutes()
    breathe(12, 16)
    pass(20)
    decide({ high: defaultPlan.high + 5 })
    pass(20)
    sendStored(40, 24, some)
    expect(told).toEqual(['20 raise high warning', '31.5 end high plan_changed'])
  },
)

it('judges what comes late by the plan of its own time [PL-3] [WA-8]', () => {
  const { told, breathe, decide, pass, sendStored } = playMinutes()
  breathe(12, 16)
  pass(20)
  decide({ high: 20 })
  pass(20)
  // 21 was in range for the first twenty minutes, and is not for those that end after the change.
  sendStored(40, 21)
  expect(told).toEqual(['32 raise high warning'])
})

it('counts a lost signal by the plan that held then [PL-3] [WA-2]', () => {
  const lost = { ms: start + 100 * minuteMs, rr: null, dist: 0.9 }
  const raisedAfter = (earlierPlans: Place['earlierPlans']): (number | null)[] => {
    const place = placeWith({ plan: { ...defaultPlan, no_breathing_seconds: 60 }, earlierPlans })
    const breathes = Array.from({ length: 90 }, (_, n) => ({
      ms: lost.ms + (n - 90) * 1_000,
      rr: 16 + (n % 5),
      dist: 0.9,
    }))
    const isLost = Array.from({ length: 200 }, (_, n) => ({ ...lost, ms: lost.ms + n * 1_000 }))
    const readings = [...breathes, ...isLost]
    const { effects } = reduceBed(newBed(place, defaultBaseline), {
      event: 'readings',
      readings,
      minutes: [],
      now: readings.at(-1)!.ms,
    })
    return effects.flatMap((one) => (one.effect === 'raise' ? [(one.at - lost.ms) / 1_000] : []))
  }
  expect(raisedAfter([])).toEqual([60])
  const before = { ...defaultPlan, no_breathing_seconds: 120 }
  expect(raisedAfter([{ plan: before, until: lost.ms + 150_000 }])).toEqual([120])
  expect(raisedAfter([{ plan: before, until: lost.ms + 90_000 }])).toEqual([90])
})

it('says that somebody is out of bed in the hours that hold, not in those when they got up [PL-3] [WA-11]', () => {
  const day = Date.UTC(2026, 4, 1)
  const at = (hour: number, minute: number) => day + (hour * 60 + minute) * minuteMs
  const between = (from: number, until: number, rr: number | null, dist: number) =>
    Array.from({ length: (until - from) / 10_000 }, (_, n) => ({
      ms: from + n * 10_000,
      rr,
      dist: dist + (n % 5) / 1_000,
    }))
  const raisedWith = (until: string): string[] => {
    const plan = { ...defaultPlan, out_of_bed: { minutes: 10, from: '22:00', until } }
    const place = placeWith({ plan, earlierPlans: [{ plan: defaultPlan, until: at(10, 0) }] })
    const readings = [...between(at(5, 0), at(5, 40), 16, 0.9), ...between(at(5, 40), at(10, 5), null, 3)]
    const now = readings.at(-1)!.ms
    const { effects } = reduceBed(newBed(place, defaultBaseline), { event: 'readings', readings, minutes: [], now })
    return effects.flatMap((one) => (one.effect === 'raise' ? [`${one.kind} ${(one.at - day) / minuteMs}`] : []))
  }
  expect(raisedWith('06:00')).toEqual([])
  expect(raisedWith('12:00')).toEqual([`out_of_bed ${10 * 60}`])
})
