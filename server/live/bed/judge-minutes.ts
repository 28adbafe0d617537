import { episodeMinutes, extremeMinutes, judgeEpisode } from '@eupnea/contract/rules/episode.ts'
import { emptyMinute, type MinuteSums, minuteMs } from '@eupnea/contract/rules/minute.ts'
import { type MonitoringPlan, planAt } from '@eupnea/contract/rules/plan.ts'
import { roundRate } from '@eupnea/contract/rules/severity.ts'
import { type Bed, type BedDraft, mergeMinutes, ringAverages } from './bed.ts'
import type { BedEffect, End } from './bed-event.ts'
import type { Watch } from './watch.ts'

/** Judges episodes by each minute that is complete, in order, over the ten that end with it (AL-2, WA-8). */
export function judgeMinutes(
  draft: BedDraft,
  fresh: readonly MinuteSums[],
  completeUntil: number,
  effects: BedEffect[],
): void {
  const { place } = draft
  const all = joinMinutes(draft.minutes, fresh)
  for (let at = 0; at < all.length; at++) {
    const end = all[at]!.minute + minuteMs
    if (end <= draft.judgedUntil) continue
    if (end > completeUntil) break
    const near = all.slice(Math.max(0, at - episodeMinutes), at + 1)
    for (const [nth, { until }] of place.earlierPlans.entries())
      if (draft.judgedUntil <= until && until < end)
        changePlan(draft, near, place.earlierPlans[nth + 1]?.plan ?? place.plan, until, effects)
    draft.judgedUntil = end
    if (place.leave !== null && end > place.leave.from && end <= place.leave.until) continue
    if (isOfGone(draft.watch, all[at]!)) continue
    const plan = planAt(place, end)
    for (const change of judgeEpisode(draft.episode, ringAverages(windowOf(draft, near)), plan)) {
      const { direction } = change
      if (change.change === 'end') {
        draft.episode = { ...draft.episode, [direction]: null }
        effects.push({ effect: 'end', kind: 'episode', direction, at: end, reason: 'in_range' })
        continue
      }
      const { severity, minutes } = change
      // Staff knew of it when the plan was changed.
      const known = draft.endedByPlan[direction]
      if (known && end <= known.at && (severity === 'warning' || known.severity === 'danger')) continue
      draft.episode = { ...draft.episode, [direction]: severity }
      const rr = roundRate(change.rr, plan)
      const note = minutes === extremeMinutes ? 'two_minutes' : null
      effects.push({ effect: 'raise', kind: 'episode', direction, severity, at: end, rr, note, aheadMs: null })
    }
  }
}

/** The ten minutes that end with the last judged one. */
const windowOf = ({ judgedUntil, watch }: BedDraft, minutes: readonly MinuteSums[]): readonly MinuteSums[] =>
  minutes.filter(
    (sums) =>
      sums.minute >= judgedUntil - episodeMinutes * minuteMs &&
      sums.minute + minuteMs <= judgedUntil &&
      !isOfGone(watch, sums),
  )

/** Ends what is back in range by another plan, as of its change; what was before raises nothing (PL-3). */
export function changePlan(
  draft: BedDraft,
  minutes: readonly MinuteSums[],
  plan: MonitoringPlan,
  at: number,
  effects: BedEffect[],
): void {
  for (const { change, direction } of judgeEpisode(draft.episode, ringAverages(windowOf(draft, minutes)), plan)) {
    const severity = draft.episode[direction]
    if (change !== 'end' || severity === null) continue
    draft.episode = { ...draft.episode, [direction]: null }
    draft.endedByPlan = { ...draft.endedByPlan, [direction]: { severity, at } }
    effects.push({ effect: 'end', kind: 'episode', direction, at, reason: 'plan_changed' })
  }
}

/** Whether the minute has readings of a bed that has been empty for half an hour: whatever moves there is not theirs (AL-2). */
const isOfGone = ({ goneFrom, goneAt }: Watch, { minute }: MinuteSums): boolean =>
  goneFrom !== null && goneAt !== null && goneFrom < minute + minuteMs && goneAt >= minute

export function endEpisodes(draft: BedDraft, at: number, reason: End['reason'], effects: BedEffect[]): void {
  for (const direction of ['low', 'high'] as const)
    if (draft.episode[direction] !== null) effects.push({ effect: 'end', kind: 'episode', direction, at, reason })
  draft.episode = { low: null, high: null }
}

/** A minute that a stuck sensor repeated counts for nothing (WA-4): n is 0, here as in the database. */
export function leaveOut(minutes: readonly MinuteSums[], from: number, until: number): readonly MinuteSums[] {
  const isOut = ({ minute }: MinuteSums) => minute >= from && minute < until
  return minutes.some(isOut) ? minutes.map((sums) => (isOut(sums) ? emptyMinute(sums.minute) : sums)) : minutes
}

/** Both, oldest first; of the same minute the second one's. */
function joinMinutes(before: readonly MinuteSums[], fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  const [first] = fresh
  if (!first) return before
  const newest = before.at(-1)
  if (!newest || newest.minute < first.minute) return [...before, ...fresh]
  const byMinute = new Map(before.map((sums) => [sums.minute, sums]))
  for (const sums of fresh) byMinute.set(sums.minute, sums)
  return [...byMinute.values()].sort((a, b) => a.minute - b.minute)
}

/** The ring of the ten newest minutes; the same one when what came is older than it reaches. */
export function ringAfter(bed: Bed, fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  const newest = bed.minutes.at(-1)?.minute ?? Number.NEGATIVE_INFINITY
  const reached = fresh.filter(({ minute }) => minute >= newest - episodeMinutes * minuteMs)
  return reached.length > 0 ? mergeMinutes(bed.minutes, reached) : bed.minutes
}
