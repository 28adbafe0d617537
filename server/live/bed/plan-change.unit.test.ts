import type { MinuteSums } from '@eupnea/contract/rules/minute.ts'
import { minuteMs } from '@eupnea/contract/rules/minute.ts'
import { defaultPlan, type MonitoringPlan } from '@eupnea/contract/rules/plan.ts'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { type Bed, newBed } from './bed.ts'
import type { BedEffect, BedEvent } from './bed-event.ts'
import { reduceBed } from './reduce-bed.ts'

/** Another plan judges what ends from then on (PL-3). */

const start = Date.UTC(2026, 4, 1, 20)

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
        const sums: MinuteSums = {
          minute,
          ...{ n: 1, nRr: 1, sumRr: rr, minRr: rr, maxRr: rr },
          ...{ nDist: 1, sumDist: 0.9, nPresence: 1 },
        }
        const ms = minute + 100
        happen({ event: 'readings', readings: [{ ms, rr, dist: 0.9 + (nth % 5) / 1_000 }], minutes: [sums], now: ms })
      }
    },
    decide(plan: Partial<MonitoringPlan>) {
      const now = start + nth * minuteMs - 30_000
      happen({ event: 'placed', place: { ...bed.place, plan: { ...bed.place.plan, ...plan } }, now })
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
