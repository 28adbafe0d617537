import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import { breathes, minute, play, second, start, terms } from './watch.fixture.ts'
import { newWatch, type WatchEffect } from './watch.ts'
import { watchReadings } from './watch-readings.ts'

/** A sensor that repeats itself (WA-4). */

it('finds a sensor that repeats itself for a quarter of an hour, and flags its minutes back to the beginning [WA-4]', () => {
  const bed = play()
  bed.feed(90, breathes)
  bed.feed(20 * 60, () => ({ rr: 16, dist: 0.92 }))
  expect(bed.told()).toEqual(['0 ok', '990 raise stuck warning', '90 stuck'])
  const flags = bed.effects.filter(({ effect }) => effect === 'flag') as Extract<WatchEffect, { effect: 'flag' }>[]
  expect(flags[0]!.from).toBe(start + 2 * minute)
  expect(flags.at(-1)!.until).toBe(start + 21 * minute)
  for (const [nth, { from }] of flags.entries()) if (nth > 0) expect(from).toBe(flags[nth - 1]!.until)
  bed.feed(61, breathes)
  expect(bed.told().slice(3)).toEqual(['1290 ok', '1350 end stuck changed'])
})

it('stays stuck if it goes on with the very same values after a silence, and not with others [WA-4]', () => {
  const bed = play()
  const repeats = () => ({ rr: 16, dist: 0.92 })
  bed.feed(90, breathes)
  bed.feed(20 * 60, repeats)
  bed.skip(10 * minute)
  bed.feed(60, repeats)
  expect(bed.told()).toEqual(['0 ok', '990 raise stuck warning', '90 stuck', '90 stuck'])
  bed.skip(10 * minute)
  bed.feed(61, breathes)
  expect(bed.told().slice(4)).toEqual(['2550 ok', '2610 end stuck changed'])
})

it('isn’t called stuck while the bed is empty [WA-4]', () => {
  const bed = play()
  bed.feed(30 * 60, () => ({ rr: 16, dist: 3 }))
  expect(bed.told()).toEqual(['0 away'])
})

it('is stuck after sixty readings, however long they take beyond a quarter of an hour [WA-4]', () => {
  let watch = newWatch
  const raised: number[] = []
  const repeats = (nth: number) => {
    const after = watchReadings(watch, [{ ms: start + nth * 20 * second, rr: 16, dist: 0.92 }], terms)
    watch = after.watch
    if (after.effects.some(({ effect }) => effect === 'raise')) raised.push(nth + 1)
  }
  for (let nth = 0; nth < 100; nth++) repeats(nth)
  expect(raised).toEqual([60])
})

it('learns how long a sensor stands still by itself [WA-4]', () => {
  const bed = play()
  bed.feed(10 * 60, () => ({ rr: 16, dist: 0.92 }))
  bed.feed(60, breathes)
  bed.feed(29 * 60, () => ({ rr: 16, dist: 0.92 }))
  expect(bed.told()).toEqual(['0 ok'])
  bed.feed(2 * 60, () => ({ rr: 16, dist: 0.92 }))
  expect(bed.told().join()).toContain('raise stuck')
})

it('waits for an hour at most, however long a sensor has stood still by itself [WA-4]', () => {
  const bed = play()
  const stands = (seconds: number) => bed.feed(seconds, () => ({ rr: 16, dist: 0.92 }))
  stands(14 * 60)
  bed.feed(5, breathes)
  stands(41 * 60)
  bed.feed(5, breathes)
  stands(60 * 60)
  expect(bed.told()).toEqual(['0 ok'])
  stands(1)
  expect(bed.told().join()).toContain('raise stuck')
})

it('doesn’t notify of somebody still in bed while the sensor is stuck, but does once it measures again [WA-11] [WA-4]', () => {
  const bed = play({ plan: { ...defaultPlan, still_in_bed: '20:30' } })
  bed.feed(10 * 60, breathes)
  bed.feed(30 * 60, () => ({ rr: 16, dist: 0.92 }))
  expect(bed.told()).toEqual(['0 ok', '1500 raise stuck warning', '600 stuck'])
  bed.feed(1, breathes)
  expect(bed.told().slice(3)).toEqual(['2400 raise still_in_bed warning'])
})
