import { episodeMinutes, extremeMinutes, judgeEpisode } from '@eupnea/contract/rules/episode.ts'
import { emptyMinute, type MinuteSums, minuteMs } from '@eupnea/contract/rules/minute.ts'
import { planAt } from '@eupnea/contract/rules/plan.ts'
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
    draft.judgedUntil = end
    if (place.leave !== null && end > place.leave.from && end <= place.leave.until) continue
    if (isOfGone(draft.watch, all[at]!)) continue
    const from = end - episodeMinutes * minuteMs
    const window = all
      .slice(Math.max(0, at - episodeMinutes + 1), at + 1)
      .filter((sums) => sums.minute >= from && !isOfGone(draft.watch, sums))
    const plan = planAt(place, end)
    for (const change of judgeEpisode(draft.episode, ringAverages(window), plan)) {
      const { direction } = change
      if (change.change === 'end') {
        draft.episode = { ...draft.episode, [direction]: null }
        effects.push({ effect: 'end', kind: 'episode', direction, at: end, reason: 'in_range' })
        continue
      }
      const { severity, minutes } = change
      draft.episode = { ...draft.episode, [direction]: severity }
      const rr = roundRate(change.rr, plan)
      const note = minutes === extremeMinutes ? 'two_minutes' : null
      effects.push({ effect: 'raise', kind: 'episode', direction, severity, at: end, rr, note, aheadMs: null })
    }
  }
}

/** Whether the minute has readings of a bed that has been empty for half an hour: whatever moves there is not theirs (AL-2). */
export const isOfGone = ({ goneFrom, goneAt }: Watch, { minute }: MinuteSums): boolean =>
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
