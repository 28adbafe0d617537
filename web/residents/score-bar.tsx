import type { RScore } from '@eupnea/contract/rules/r-score.ts'
import { m } from '@eupnea/texts'

/** How far the last minutes are from the resident's own usual: lower to the left, higher to the right. */
export function ScoreBar({ score, isKnown }: { readonly score: RScore; readonly isKnown: boolean }) {
  const { upper_score, lower_score } = isKnown ? score : { upper_score: 0, lower_score: 0 }
  const text = !isKnown
    ? '–'
    : upper_score > 0
      ? m.resident_score_higher({ score: upper_score })
      : lower_score > 0
        ? m.resident_score_lower({ score: lower_score })
        : m.resident_score_usual()
  return (
    <div>
      <div className="resident-score-head">
        <span>{m.resident_score()}</span>
        <b className="tabular">{text}</b>
      </div>
      <div className="resident-score-bar" aria-hidden>
        <span className="resident-score-low">
          <i style={{ width: `${lower_score}%` }} />
        </span>
        <span className="resident-score-middle" />
        <span>
          <i style={{ width: `${upper_score}%` }} />
        </span>
      </div>
      <div className="resident-score-scale" aria-hidden>
        <span>{m.resident_score_scale_lower()}</span>
        <span>{m.resident_score_scale_usual()}</span>
        <span>{m.resident_score_scale_higher()}</span>
      </div>
    </div>
  )
}
