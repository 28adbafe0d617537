import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import { newBed, type Place, signalAnswer } from './bed.ts'
import { localTime } from './local-time.ts'
import { reduceBed } from './reduce-bed.ts'
import { newWatch, type WatchEffect } from './watch.ts'
import { watchReadings } from './watch-readings.ts'

const second = 1_000
const start = Date.UTC(2026, 4, 1, 12)
const leave = { from: start, until: start + 3_600 * second }
const ear = { since: start, quietMs: 60_000, doubted: new Set<string>() }
const terms = {
  plan: defaultPlan,
  earlierPlans: [],
  presenceRange: 1.5,
  leave,
  isChangeOnly: false,
  local: (ms: number) => localTime(ms, 'UTC'),
}

/** A reading every ten seconds of the spans, in seconds from the beginning. @returns what was raised and ended, and when */
function play(...spans: readonly { readonly from: number; readonly until: number; readonly isThere: boolean }[]) {
  let watch = newWatch
  const effects: WatchEffect[] = []
  for (const { from, until, isThere } of spans)
    for (let at = from; at < until; at += 10) {
      const reading = isThere ? { rr: 15 + (at % 7) / 10, dist: 0.8 + (at % 5) / 100 } : { rr: null, dist: 5 }
      const after = watchReadings(watch, [{ ms: start + at * second, ...reading }], terms)
      watch = after.watch
      effects.push(...after.effects)
    }
  return effects.flatMap((one) => {
    if (one.effect !== 'raise' && one.effect !== 'end') return []
    const what = one.effect === 'raise' ? (one.note ?? 'raise') : one.reason
    return [`${(one.at - start) / second} ${one.kind} ${what}`]
  })
}

it('notifies once that somebody is not back when the leave ends, until they are [PL-6]', () => {
  expect(play({ from: 0, until: 3_900, isThere: false }, { from: 3_900, until: 4_000, isThere: true })).toEqual([
    '3600 out_of_bed not_back',
    '3910 out_of_bed returned',
  ])
})

it('says nothing at the end of a leave of who is back, was back early, or first lies there later [PL-6]', () => {
  expect(play({ from: 0, until: 3_300, isThere: false }, { from: 3_300, until: 4_000, isThere: true })).toEqual([])
  expect(play({ from: 0, until: 600, isThere: false }, { from: 600, until: 4_000, isThere: true })).toEqual([
    '1200 back_early raise',
    '3600 back_early returned',
  ])
  expect(play({ from: 3_700, until: 4_000, isThere: false })).toEqual([])
})

it('says nothing of a bed that is empty before the leave begins [PL-6]', () => {
  const spans = { from: -3_600, until: -3_000, isThere: true }
  expect(play(spans, { from: -3_000, until: -100, isThere: false })).toEqual([])
})

it('says after the leave that the sensor got stuck in it [WA-4] [PL-6]', () => {
  let watch = newWatch
  const raised: string[] = []
  for (let at = -60; at < 4_000; at += 10) {
    const after = watchReadings(watch, [{ ms: start + at * second, rr: 16, dist: 0.8 }], terms)
    watch = after.watch
    for (const one of after.effects) if (one.effect === 'raise') raised.push(`${(one.at - start) / second} ${one.kind}`)
  }
  expect(raised.filter((one) => one.endsWith('stuck'))).toEqual(['3600 stuck'])
})

it('says until when, and again when that changes [PL-6]', () => {
  const place: Place = {
    ...{ no: 1, id: 'd', clinicId: 'c', clinicNo: 1, residentId: 'r', residentSince: 0, firstMinute: 0, tz: 'UTC' },
    locale: 'en-GB',
    ...{ linkedAt: 0, topicPrefix: null, presenceRange: 1.5, plan: defaultPlan, earlierPlans: [], leave },
  }
  const now = start + 60 * second
  const bed = reduceBed(newBed(place, { median: 15, mad: 1 }), { event: 'ticked', now, ear }).bed
  expect(signalAnswer(bed)).toEqual({ state: 'paused', since: leave.from, until: leave.until })
  const longer = { ...place, leave: { ...leave, until: leave.until + 60 * second } }
  const placed = reduceBed(bed, { event: 'placed', place: longer, now })
  expect(placed.effects.map(({ effect }) => effect)).toEqual(['signal'])
  expect(signalAnswer(placed.bed)).toMatchObject({ until: longer.leave.until })
  expect(reduceBed(placed.bed, { event: 'placed', place: longer, now }).effects).toEqual([])
  const over = reduceBed(placed.bed, { event: 'ticked', now: longer.leave.until, ear }).bed
  expect(over.signal?.state).not.toBe('paused')
  expect(signalAnswer(over)).not.toHaveProperty('until')
})
