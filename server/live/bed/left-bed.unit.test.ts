import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { type Bed, newBed } from './bed.ts'
import type { BedEvent } from './bed-event.ts'
import { BedDatabase } from './node.fixture.ts'
import { reduceBed } from './reduce-bed.ts'
import type { WatchReading } from './watch.ts'

/** What becomes of a rate out of range when its resident leaves, or the sensor falls silent (AL-2). */

const start = Date.UTC(2026, 4, 1, 20)

function playBed() {
  let bed: Bed = newBed(placeWith({}), defaultBaseline)
  let ms = start
  const told: string[] = []
  const stored = new BedDatabase()
  const happen = (event: BedEvent) => {
    const reduced = reduceBed(bed, event)
    bed = reduced.bed
    for (const effect of reduced.effects)
      if (effect.effect === 'raise' || effect.effect === 'end')
        told.push(
          `${(effect.at - start) / 60_000} ${effect.effect} ${effect.kind} ${effect.effect === 'end' ? effect.reason : effect.severity}`,
        )
  }
  return {
    told,
    play(minutes: number, of: (nth: number) => Omit<WatchReading, 'ms'>) {
      for (let nth = 0; nth < minutes * 6; nth++, ms += 10_000) {
        const readings = [{ ms, ...of(nth) }]
        happen({ event: 'readings', readings, minutes: stored.store(readings), now: ms })
      }
    },
    pass(minutes: number) {
      ms += minutes * 60_000
      happen({ event: 'ticked', now: ms, ear: { since: start, quietMs: 180_000, doubted: new Set() } })
    },
  }
}

const breathes = (rr: number) => (nth: number) => ({ rr: rr + (nth % 3) / 10, dist: 0.9 + (nth % 5) / 1_000 })
const gone = () => ({ rr: null, dist: null })

it('ends as left bed after half an hour of an empty bed, not before [AL-2]', () => {
  const { told, play } = playBed()
  play(12, breathes(25))
  play(29, gone)
  expect(told).toEqual(['5 raise episode warning'])
  play(2, gone)
  expect(told.slice(1)).toEqual(['42 end episode left_bed'])
})

it('judges nothing of whoever else breathes there until somebody is back in bed [AL-2]', () => {
  const { told, play } = playBed()
  play(12, breathes(25))
  play(60, (nth) => ({ ...breathes(26)(nth), dist: 2.4 }))
  expect(told).toEqual(['5 raise episode warning', '42 end episode left_bed'])
  play(12, breathes(25))
  expect(told.slice(2)).toHaveLength(1)
})

it('judges who is back in bed by their own minutes, not by those of whoever was there before [AL-2]', () => {
  const back = (rr: number, visitor: number) => {
    const { told, play } = playBed()
    play(12, breathes(15))
    play(31, gone)
    play(15, (nth) => ({ ...breathes(visitor)(nth), dist: 2.4 }))
    play(8, breathes(rr))
    return told
  }
  expect(back(15, 26)).toEqual([])
  expect(back(25, 15)).toEqual(['63 raise episode warning'])
})

it('goes on through silence, which says nothing of anybody [AL-2]', () => {
  const { told, play, pass } = playBed()
  play(12, breathes(25))
  pass(60)
  play(1, gone)
  pass(60)
  play(29, gone)
  expect(told).toEqual(['5 raise episode warning'])
})

it('is raised by two minutes extremely low, and made worse by them [AL-2] [WA-3]', () => {
  const { told, play } = playBed()
  play(12, breathes(11))
  play(3, breathes(6))
  expect(told).toEqual(['5 raise episode warning', '14 raise episode danger'])
  const first = playBed()
  first.play(3, breathes(6))
  expect(first.told).toEqual(['2 raise episode danger'])
})
