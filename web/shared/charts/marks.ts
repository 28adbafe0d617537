import { m } from '@eupnea/texts'
import { clockText } from '../time.ts'

/** What happened, marked on a chart over time: the same on curves and night ribbons (VI-1, VI-4). */
export interface ChartMark {
  /** ms since the epoch */
  readonly at: number
  readonly kind: 'notification' | 'acknowledged' | 'note'
  readonly text: string
}

export const markSigns: Record<ChartMark['kind'], string> = { notification: '▲', acknowledged: '✓', note: '✎' }

export const markNames: Record<ChartMark['kind'], () => string> = {
  notification: m.night_mark_notification,
  acknowledged: m.night_mark_acknowledged,
  note: m.night_mark_note,
}

const lines = {
  notification: m.common_chart_mark_notification,
  acknowledged: m.common_chart_mark_acknowledged,
  note: m.common_chart_mark_note,
} as const

/** `03:12 Notification: High Respiratory` */
export const markLine = ({ at, kind, text }: ChartMark, zone: string): string =>
  lines[kind]({ time: clockText(at, zone), text })

/**
 * Marks by the index of the point that they are read with: the last one before, so that each is read somewhere.
 * @param times of the points, ms since the epoch, ascending
 */
export function marksByPoint(marks: readonly ChartMark[], times: readonly number[]): Map<number, ChartMark[]> {
  return Map.groupBy(times.length === 0 ? [] : marks, ({ at }) =>
    Math.max(
      0,
      times.findLastIndex((time) => time <= at),
    ),
  )
}
