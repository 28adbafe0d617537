import { highLimit, lowLimit, outsideRange, rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { clsx } from 'clsx'
import { type CurvePoint, spanOf } from '../shared/charts/series.ts'
import { Rich } from '../shared/rich.tsx'
import styles from './respiration.module.css'

interface RespirationLegendProps {
  readonly points: readonly CurvePoint[]
  /** what one point covers */
  readonly step: 'minute' | 'hour'
}

const outsideTexts = { minute: m.resident_curve_outside_minutes, hour: m.resident_curve_outside_hours }

/** What the colours of a respiration curve mean, and its key figures. */
export function RespirationLegend({ points, step }: RespirationLegendProps) {
  const span = spanOf(points)
  const outside = points.filter(({ avg }) => outsideRange(avg)).length
  return (
    <div className={styles.residentCurveFoot}>
      <ul className={styles.residentCurveLegend} aria-label={m.resident_legend()}>
        <li data-mark="line">{m.resident_legend_average()}</li>
        <li data-mark="band">{m.resident_legend_band()}</li>
        <li data-mark="usual">{m.resident_legend_usual({ low: lowLimit, high: highLimit })}</li>
      </ul>
      {span && (
        <p className={clsx(styles.residentCurveNumbers, 'tabular')}>
          <span>
            <Rich parts={m.resident_curve_average.parts({ rate: rateText(span.mean) })} />
          </span>
          <span>
            <Rich parts={m.resident_curve_lowest.parts({ rate: rateText(span.min) })} />
          </span>
          <span>
            <Rich parts={m.resident_curve_highest.parts({ rate: rateText(span.max) })} />
          </span>
          <span>
            <Rich
              parts={
                outside === 0
                  ? m.resident_curve_never_outside.parts({})
                  : outsideTexts[step].parts({ outside: numberText(outside), count: span.count })
              }
            />
          </span>
        </p>
      )}
    </div>
  )
}
