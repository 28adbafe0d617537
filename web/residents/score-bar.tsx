import type { RScore } from '@eupnea/contract/rules/r-score.ts'
import { m } from '@eupnea/texts'
import styles from './live-panel.module.css'
import { scoreWord } from './score-word.ts'

/** How far the last minutes are from the resident's own usual: lower to the left, higher to the right. */
export function ScoreBar({ score }: { readonly score: RScore }) {
  const { upper_score, lower_score } = score
  return (
    <div>
      <div className={styles.residentScoreHead}>
        <span className="tabular">{m.resident_score({ score: Math.max(upper_score, lower_score) })}</span>
        <b>{scoreWord(score)}</b>
      </div>
      <div className={styles.residentScoreBar} aria-hidden>
        <span className={styles.residentScoreLow}>
          <i style={{ width: `${lower_score}%` }} />
        </span>
        <span className={styles.residentScoreMiddle} />
        <span>
          <i style={{ width: `${upper_score}%` }} />
        </span>
      </div>
      <div className={styles.residentScoreScale} aria-hidden>
        <span>{m.resident_score_scale_lower()}</span>
        <span>{m.resident_score_scale_usual()}</span>
        <span>{m.resident_score_scale_higher()}</span>
      </div>
    </div>
  )
}
