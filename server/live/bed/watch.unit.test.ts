import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import { localTime } from './local-time.ts'
import { breathes, empty, minute, play, second, start, still, turnsOver } from './watch.fixture.ts'
import { interrupt } from './watch.ts'
import { emptyBed } from './watch-readings.ts'

it('is ok after ten seconds and two readings, and away after ten of absence [WA-1]', () => {
  const bed = play()
  bed.feed(10, breathes)
  expect(bed.told()).toEqual([])
  bed.feed(1, breathes)
  expect(bed.told()).toEqual(['0 ok'])
  bed.feed(11, empty)
  expect(bed.told()).toEqual(['0 ok', '11 away'])
})

it('shows what movement hides as a lost signal, and counts up to the notification from its end [WA-2]', () => {
  const bed = play()
  bed.feed(100, breathes)
  bed.feed(60, turnsOver)
  bed.feed(40, still)
  bed.feed(10, breathes)
  bed.feed(30, turnsOver)
  bed.feed(200, still)
  expect(bed.told()).toEqual(['0 ok', '100 no_breathing', '359 raise no_breathing danger'])
})

it('notifies after ten minutes without a rate although something moves, as another person or a fan may [WA-2]', () => {
  const bed = play()
  bed.feed(100, breathes)
  bed.feed(800, turnsOver)
  expect(bed.told()).toEqual(['0 ok', '100 no_breathing', '700 raise no_breathing danger'])
  const patient = play({ plan: { ...defaultPlan, no_breathing_seconds: 900 } })
  patient.feed(100, breathes)
  patient.feed(1_000, turnsOver)
  expect(patient.told().at(-1)).toBe('1000 raise no_breathing danger')
})

it('shows that breathing is lost after twenty seconds, and notifies once after 120 [WA-2]', () => {
  const bed = play()
  bed.feed(100, breathes)
  bed.feed(300, still)
  bed.feed(60, breathes)
  expect(bed.told()).toEqual([
    '0 ok',
    '100 no_breathing',
    '220 raise no_breathing danger',
    '430 end no_breathing breathing',
    '400 ok',
  ])
  expect(bed.effects.find(({ effect }) => effect === 'raise')).toMatchObject({ since: start + 100 * second })
})

it('is lost from twenty seconds on, and armed by sixty of a rate in this stay [WA-2]', () => {
  for (const [seconds, note] of [
    [60, ' (unarmed)'],
    [61, ''],
  ] as const) {
    const bed = play()
    bed.feed(30, breathes)
    bed.feed(11, empty)
    bed.feed(seconds, breathes)
    bed.feed(20, still)
    expect(bed.told().at(-1)).toBe('41 ok')
    bed.feed(1, still)
    expect(bed.told().at(-1)).toBe(`${41 + seconds} no_breathing${note}`)
  }
})

it('takes three breaths a minute for a rate, and less for none [WA-2]', () => {
  const bed = play()
  bed.feed(100, (nth) => ({ ...breathes(nth), rr: 3 }))
  bed.feed(130, (nth) => ({ ...breathes(nth), rr: 2.9 }))
  expect(bed.told()).toEqual(['0 ok', '100 no_breathing', '220 raise no_breathing danger'])
})

it('waits for two breaths of who breathes slowly [WA-2]', () => {
  const bed = play()
  bed.feed(100, (nth) => ({ ...breathes(nth), rr: 4 + (nth % 2) / 10 }))
  bed.feed(29, still)
  expect(bed.told()).toEqual(['0 ok'])
  bed.feed(2, still)
  expect(bed.told()).toEqual(['0 ok', '100 no_breathing'])
})

it('warns once after ten minutes of a bed in which no breathing was seen [WA-2]', () => {
  const bed = play()
  bed.feed(11 * 60, still)
  expect(bed.told()).toEqual(['0 no_breathing (unarmed)', '600 raise no_breathing warning'])
})

it('is ended by somebody who moves and is gone, not by a chest that the radar loses [WA-2]', () => {
  const moving = play()
  moving.feed(100, breathes)
  moving.feed(40, (nth) => ({ rr: null, dist: 0.9 + nth / 100 }))
  moving.feed(120, empty)
  expect(moving.told()).toEqual(['0 ok', '100 no_breathing', '140 away'])

  const lost = play()
  lost.feed(100, breathes)
  lost.feed(40, still)
  lost.feed(200, empty)
  expect(lost.told()).toEqual([
    '0 ok',
    '100 no_breathing',
    '100 no_breathing (reads_empty)',
    '220 raise no_breathing danger',
  ])
  expect(emptyBed(lost.watch, start + 400 * second).effects).toMatchObject([{ effect: 'end', reason: 'left' }])
})

it('takes 0.1 m for having left, and nothing less, also where floating point makes it a little less [WA-2]', () => {
  for (const [from, to, isLeft] of [
    [0.9, 1, true],
    [0.2, 0.3, true],
    [1, 1.1, true],
    [0.9, 0.99, false],
  ] as const) {
    const bed = play()
    bed.feed(100, (nth) => ({ rr: breathes(nth).rr, dist: from }))
    bed.feed(40, (nth) => ({ rr: null, dist: nth < 30 ? from : to }))
    bed.feed(120, empty)
    expect([to, bed.told().at(-1)]).toEqual([to, isLeft ? '140 away' : '220 raise no_breathing danger'])
  }
})

it('of a sensor without distance tells that it cannot know [WA-9]', () => {
  const bed = play()
  bed.feed(100, (nth) => ({ rr: breathes(nth).rr, dist: undefined }))
  bed.feed(200, () => ({ rr: null, dist: undefined }))
  expect(bed.told()).toEqual(['0 ok', '100 no_breathing (maybe_empty)', '220 raise no_breathing warning'])
})

it('of a sensor that measured a distance in the last 14 days takes none for nobody, and later for unknown [WA-9]', () => {
  for (const [hours, state] of [
    [14 * 24 - 1, 'away'],
    [14 * 24 + 1, 'ok'],
  ] as const) {
    const bed = play()
    bed.feed(100, breathes)
    bed.skip(hours * 60 * minute)
    bed.feed(20, (nth) => ({ rr: breathes(nth).rr, dist: null }))
    expect([hours, bed.watch.state]).toEqual([hours, state])
  }
})

it('judges presence by the range of the sensor [WA-9]', () => {
  const far = (nth: number) => ({ ...breathes(nth), dist: 3 })
  const edge = play()
  edge.feed(30, (nth) => ({ ...breathes(nth), dist: 1.5 }))
  expect(edge.told()).toEqual(['0 ok'])
  const near = play()
  near.feed(30, far)
  expect(near.told()).toEqual(['0 away'])
  const high = play({ presenceRange: 4 })
  high.feed(30, far)
  expect(high.told()).toEqual(['0 ok'])
})

it('tells who is out of bed for longer than the plan allows, within its hours, until they are back [WA-11]', () => {
  const plan = { ...defaultPlan, out_of_bed: { minutes: 15, from: '22:00', until: '06:00' } }
  const bed = play({ plan })
  bed.feed(100 * 60, breathes)
  bed.feed(30 * 60, empty)
  expect(bed.told()).toEqual(['0 ok', '6000 away', `${2 * 3_600} raise out_of_bed warning`])
  bed.feed(12, breathes)
  expect(bed.told().slice(3)).toEqual(['7810 end out_of_bed returned', '7800 ok'])
})

it('tells nobody if the minutes are up only when the plan’s hours end [WA-11]', () => {
  const bed = play({ plan: { ...defaultPlan, out_of_bed: { minutes: 15, from: '20:00', until: '21:00' } } })
  bed.feed(45 * 60, breathes)
  bed.feed(60 * 60, empty)
  expect(bed.told()).toEqual(['0 ok', '2700 away'])
})

it('tells who is still in bed, once a day [WA-11]', () => {
  const bed = play({ plan: { ...defaultPlan, still_in_bed: '20:30' } })
  bed.feed(60 * 60, breathes)
  bed.feed(12, empty)
  expect(bed.told()).toEqual(['0 ok', '1800 raise still_in_bed warning', '3610 end still_in_bed left', '3600 away'])
})

it('tells who is still in bed by the facility’s clock, also in the night when that changes [WA-11]', () => {
  const inBerlin = (from: string, still_in_bed: string) =>
    play({
      plan: { ...defaultPlan, still_in_bed },
      local: (ms) => localTime(ms - start + Date.parse(from), 'Europe/Berlin'),
    })
  const hour = 60 * 60
  // 01:30, and half an hour later 03:00.
  const spring = inBerlin('2026-03-29T00:30Z', '02:30')
  spring.feed(hour / 4, empty)
  spring.feed(hour, breathes)
  expect(spring.told().at(-1)).toBe(`${hour / 2} raise still_in_bed warning`)
  // 01:30, and an hour and a half later 02:00 for the second time.
  const autumn = inBerlin('2026-10-24T23:30Z', '01:00')
  autumn.feed(2 * hour, breathes)
  expect(autumn.told()).toEqual(['0 ok'])
})

it('raises nothing of who is on leave, but that somebody is back early [PL-6]', () => {
  const bed = play({ leave: { from: start, until: start + 3_600 * second } })
  bed.feed(100, breathes)
  bed.feed(600, still)
  expect(bed.told().filter((line) => line.includes('raise'))).toEqual(['600 raise back_early warning'])
})

it('raises nothing of a rate that comes and goes each second, and neither ends nor repeats what was raised [WA-2] [WA-7]', () => {
  const bed = play()
  const flickers = (nth: number) => (nth % 2 === 0 ? breathes(nth) : still())
  bed.feed(100, breathes)
  bed.feed(3_600, flickers)
  bed.feed(200, still)
  bed.feed(3_600, flickers)
  expect(bed.told()).toEqual(['0 ok', '3699 no_breathing', '3819 raise no_breathing danger'])
})

it('raises nothing of somebody who comes and goes each second, and says once that they are gone [WA-11] [WA-7]', () => {
  const bed = play({ plan: { ...defaultPlan, out_of_bed: { minutes: 15, from: '22:00', until: '06:00' } } })
  const flickers = (nth: number) => (nth % 2 === 0 ? breathes(nth) : empty())
  bed.feed(100 * 60, flickers)
  bed.feed(30 * 60, empty)
  bed.feed(3_600, flickers)
  expect(bed.told()).toEqual(['0 ok', '5999 away', `${2 * 3_600} raise out_of_bed warning`, '7800 ok'])
})

it('knows nothing of a bed after a gap, until ten seconds are known again [WA-1]', () => {
  const bed = play()
  bed.feed(100, breathes)
  expect(interrupt(bed.watch).state).toBeNull()
  bed.skip(10 * minute)
  bed.feed(12, breathes)
  expect(bed.told()).toEqual(['0 ok', '700 ok'])
})
