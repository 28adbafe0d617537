import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { outsideRange, rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { clsx } from 'clsx'
import { type CurvePoint, type EarlierLimits, limitsThen, spanOf } from '../shared/charts/series.ts'
import { Rich } from '../shared/rich.tsx'
import styles from './respiration.module.css'

interface RespirationLegendProps {
  readonly points: readonly CurvePoint[]
  /** what one point covers */
  readonly step: 'minute' | 'hour'
  readonly limits: RateLimits
  /** what held before, oldest first */
  readonly earlier: readonly EarlierLimits[]
}

const outsideTexts = { minute: m.resident_curve_outside_minutes, hour: m.resident_curve_outside_hours }

/** What the colours of a respiration curve mean, and the curve in numbers. */
export function RespirationLegend({ points, step, limits, earlier }: RespirationLegendProps) {
  const span = spanOf(points)
  const usual = earlier.length > 0 ? m.resident_legend_usual_now : m.resident_legend_usual
  const outside = points.filter(({ at, avg }) => outsideRange(avg, limitsThen(limits, earlier, at))).length
  return (
    <div className={styles.residentCurveFoot}>
      <ul className={styles.residentCurveLegend} aria-label={m.resident_legend()}>
        <li data-mark="line">{m.resident_legend_average()}</li>
        <li data-mark="band">{m.resident_legend_band()}</li>
        <li data-mark="outside">{m.resident_legend_outside()}</li>
        <li data-mark="danger">{m.resident_legend_danger()}</li>
        <li data-mark="usual">{usual({ low: limits.low, high: limits.high })}</li>
      </ul>
      {span && (
        <p className={clsx(styles.residentCurveNumbers, 'tabular')}>
          <span>
            <Rich parts={m.resident_curve_average.parts({ rate: rateText(span.mean, limits) })} />
          </span>
          <span>
            <Rich parts={m.resident_curve_lowest.parts({ rate: rateText(span.min, limits) })} />
          </span>
          <span>
            <Rich parts={m.resident_curve_highest.parts({ rate: rateText(span.max, limits) })} />
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
