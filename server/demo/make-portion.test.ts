import { addReading, emptyMinute } from '@eupnea/contract/rules/minute.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { describe, expect, it } from 'vitest'
import { demoResidents } from './demo-people.ts'
import { type DemoBed, hourOf, makePortion } from './make-portion.ts'
import { demoZone, spellsOf, storyOf } from './story.ts'

const dayMs = 24 * 3_600_000
const until = Date.parse('2026-11-20T23:40:10Z')
const { plans } = storyOf(until)

const beds: readonly DemoBed[] = demoResidents.map(({ room }, index) => ({
  place: {
    ...{
      no: index + 1,
      id: `d${room}`,
      clinicId: 'c',
      clinicNo: 1,
      residentId: room,
      residentSince: 0,
      linkedAt: 0,
      firstMinute: 0,
    },
    ...{ topicPrefix: null, tz: demoZone, locale: 'en-GB', presenceRange: 1.5, leave: null, earlierPlans: [] },
    plan: { ...defaultPlan, ...plans.find((plan) => plan.room === room)?.plan },
  },
  seed: index + 1,
  spells: spellsOf(room, until),
}))

describe('the past of the demonstration', () => {
  it('is believable: a week has a few notifications, and a few of them are not taken on [VI-5]', () => {
    const days = Array.from({ length: 7 }, (_, ago) => until - ago * dayMs)
    const told = days.flatMap((end, ago) => makePortion(beds, end - dayMs, end, ago === 0).notifications)
    const episodes = told.filter(({ kind }) => kind === 'episode')
    expect(episodes.length).toBeGreaterThan(5)
    expect(episodes.length).toBeLessThan(40)
    const most = Math.max(
      ...Map.groupBy(episodes, ({ bed }) => bed.place.id)
        .values()
        .map((theirs) => theirs.length),
    )
    expect(most).toBeLessThanOrEqual(7)
    expect(told.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length).toBeGreaterThan(told.length / 2)
    for (const { raisedAt, endedAt, acknowledgedAt } of told) {
      if (endedAt !== null) expect(endedAt).toBeGreaterThanOrEqual(raisedAt)
      if (acknowledgedAt !== null) expect(acknowledgedAt).toBeGreaterThan(raisedAt)
      if (acknowledgedAt !== null && endedAt !== null) expect(acknowledgedAt).toBeLessThan(endedAt)
    }
  })

  it('calls a bed that is empty when a portion begins empty, not without breathing [VI-5] [WA-2]', () => {
    const noon = Date.parse('2026-11-19T12:00:00Z')
    const { signals } = makePortion(beds, noon, noon + dayMs, false)
    expect(signals.filter(({ state }) => state === 'away').length).toBeGreaterThan(24)
    const breathless = signals.filter(({ state }) => state === 'no_breathing')
    expect(breathless.filter(({ since, until }) => until === null || until - since > 60_000)).toEqual([])
  })

  it('ends with what goes on: a fast one, a stuck sensor, and each bed as it is [VI-5]', () => {
    const { notifications, signals, minutes, beds: after } = makePortion(beds, until - dayMs, until, true)
    const open = notifications.filter(({ endedAt }) => endedAt === null)
    expect(open.map(({ kind, bed }) => `${kind} ${bed.place.residentId}`)).toEqual(
      expect.arrayContaining(['episode 104', 'stuck 112']),
    )
    expect(signals.filter((span) => span.until === null).length).toBe(24)
    expect(after.every(({ judgedUntil, watch }) => judgedUntil > until - 120_000 && watch.ts! > until - 30_000)).toBe(
      true,
    )
    // Repetitions of a stuck sensor count for nothing.
    expect(minutes.some(({ bed, sums }) => bed.place.residentId === '112' && sums.minute > until - 3_600_000)).toBe(
      false,
    )
  })

  it('sums up hours as the portal does [VI-5]', () => {
    const minute = (at: number, ...rates: (number | null)[]) => {
      const sums = emptyMinute(at)
      for (const rr of rates) addReading(sums, rr, rr === null ? null : 0.8)
      return sums
    }
    expect(hourOf([minute(0, 14, 16), minute(120_000, null, null), minute(3_540_000, 20, null)])).toEqual({
      ...{ n: 3, n_rr: 2, n_dist: 2, n_in_bed: 2, sum_rr: 35, sum_dist: 1.6, min_rr: 14, max_rr: 20 },
      heard: 1n | (1n << 2n) | (1n << 59n),
      valid: 1n | (1n << 59n),
    })
  })
})
