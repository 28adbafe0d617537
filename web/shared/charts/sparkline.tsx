import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { type SparkRates, sparkBand, sparkPath, sparkSpan } from '@eupnea/contract/rules/spark.ts'
import styles from './sparkline.module.css'

/** Rates as a line over the band of the plan's limits, stretched to its box: the same wherever a resident stands (VI-3). */

const box = { width: 120, height: 32 }

export const sparkLine = (rates: SparkRates, steps?: number): string => sparkPath(rates, box, steps)

interface SparkPictureProps {
  /** null: no band */
  readonly limits: RateLimits | null
  /** path data of the line; without it, the line is the part `spark` of a card, whose painter writes it */
  readonly line?: string
  readonly isMiddleMarked?: boolean
}

/** A picture only; the numbers beside it say the rate. */
export function SparkPicture({ limits, line, isMiddleMarked = false }: SparkPictureProps) {
  const band = limits && sparkBand(limits, box.height)
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {band && <rect className={styles.sparkBand} y={band.top} width={box.width} height={band.height} />}
      {isMiddleMarked && <path className={styles.sparkMiddle} d={`M${box.width / 2} 0V${box.height}`} />}
      {line === undefined ? (
        <path className={styles.sparkLine} data-part="spark" />
      ) : (
        <path className={styles.sparkLine} d={line} />
      )}
    </svg>
  )
}

interface SparklineProps {
  /** null: not known yet, so the room is kept */
  readonly rates: SparkRates | null
  readonly limits: RateLimits | null
  /** of the whole width; by default as many as there are rates */
  readonly steps?: number
  readonly isMiddleMarked?: boolean
  /** the picture in words */
  readonly label: (span: { readonly least: string; readonly greatest: string }) => string
}

/** In a row of a list, with the same in words. */
export function Sparkline({ rates, limits, steps, isMiddleMarked, label }: SparklineProps) {
  const span = rates && sparkSpan(rates)
  if (!rates || !span) return <span className={styles.sparkBox} data-unmeasured={rates !== null} />
  const words = label({ least: rateText(span.least, limits), greatest: rateText(span.greatest, limits) })
  return (
    <span className={styles.sparkBox} role="img" aria-label={words} title={words}>
      <SparkPicture limits={limits} line={sparkLine(rates, steps)} isMiddleMarked={isMiddleMarked ?? false} />
    </span>
  )
}
