import { highLimit, lowLimit, outsideRange, rateText } from '@eupnea/contract/rules/severity.ts'
import { type CurvePoint, spanOf } from '../shared/charts/series.ts'
import './respiration.css'

interface RespirationLegendProps {
  readonly points: readonly CurvePoint[]
  /** what one point stands for */
  readonly step: 'minute' | 'hour'
}

/** What the colours of a respiration curve mean, and the curve in numbers. */
export function RespirationLegend({ points, step }: RespirationLegendProps) {
  const span = spanOf(points)
  const outside = points.filter(({ avg }) => outsideRange(avg)).length
  return (
    <div className="resident-curve-foot">
      <ul className="resident-curve-legend" aria-label="Legend">
        <li data-mark="line">Average</li>
        <li data-mark="band">Lowest to highest</li>
        <li data-mark="usual">
          Usual, {lowLimit} to {highLimit}
        </li>
      </ul>
      {span && (
        <p className="resident-curve-numbers tabular">
          <span>
            Average <b>{rateText(span.mean)}</b>
          </span>
          <span>
            Lowest <b>{rateText(span.min)}</b>
          </span>
          <span>
            Highest <b>{rateText(span.max)}</b>
          </span>
          <span>
            Out of range <b>{outside === 0 ? 'never' : `${outside} of ${span.count} ${step}s`}</b>
          </span>
        </p>
      )}
    </div>
  )
}
