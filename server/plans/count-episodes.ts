import { episodeMinutes, judgeEpisode, noEpisode } from '@eupnea/contract/rules/episode.ts'
import { minuteMs } from '@eupnea/contract/rules/minute.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'

/**
 * How many notifications these limits would have raised: judged after each minute, over the ten that end with it (AL-2).
 * An episode is one, however bad it gets.
 * @param minutes oldest first, `at` in ms since the epoch; `avg` null: no rate in it
 */
export function countEpisodes(
  minutes: readonly { readonly at: number; readonly avg: number | null }[],
  limits: RateLimits,
): number {
  let open = noEpisode
  let count = 0
  let first = 0
  const rated = minutes.filter(({ avg }) => avg !== null)
  for (const [last, { at }] of rated.entries()) {
    while (rated[first]!.at <= at - episodeMinutes * minuteMs) first++
    const averages = rated.slice(first, last + 1).map(({ avg }) => avg!)
    for (const change of judgeEpisode(open, averages, limits)) {
      if (change.change === 'raise' && open[change.direction] === null) count++
      open = { ...open, [change.direction]: change.change === 'raise' ? change.severity : null }
    }
  }
  return count
}
