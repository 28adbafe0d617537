import type { RScore } from '@eupnea/contract/rules/r-score.ts'
import { m } from '@eupnea/texts'

/** One and two of the resident's own spreads, as in the night's ribbon; four are 100. */
const steps = { clear: 25, strong: 50 }

/** An r-score is no number of breaths, so it is put into words. */
export function scoreWord({ upper_score, lower_score }: RScore): string {
  if (upper_score >= steps.strong) return m.resident_score_much_higher()
  if (upper_score >= steps.clear) return m.resident_score_higher()
  if (lower_score >= steps.strong) return m.resident_score_much_lower()
  return lower_score >= steps.clear ? m.resident_score_lower() : m.resident_score_usual()
}
