import type { RScore } from '@eupnea/contract/rules/r-score.ts'

/** How far the last minutes stand from the resident's own usual: to the left lower, to the right higher. */
export function ScoreBar({ score, isKnown }: { readonly score: RScore; readonly isKnown: boolean }) {
  const { upper_score, lower_score } = isKnown ? score : { upper_score: 0, lower_score: 0 }
  const text = !isKnown
    ? '–'
    : upper_score > 0
      ? `${upper_score} higher`
      : lower_score > 0
        ? `${lower_score} lower`
        : 'as usual'
  return (
    <div>
      <div className="resident-score-head">
        <span>r-score</span>
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
        <span>lower</span>
        <span>usual</span>
        <span>higher</span>
      </div>
    </div>
  )
}
