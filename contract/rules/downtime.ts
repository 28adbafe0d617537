import { m } from '@eupnea/texts'
import type { SignalState } from './signal.ts'

/**
 * Signal states in which a bed is not watched (WA-10). `away` and `no_breathing` are watched; `paused` is what people
 * decided, and counts neither for nor against.
 */
export const downtimeCauses = ['silent', 'clock', 'malformed', 'stuck'] as const satisfies readonly SignalState[]
export type DowntimeCause = (typeof downtimeCauses)[number]

const causes: Readonly<Record<DowntimeCause, () => string>> = {
  silent: m.downtime_cause_silent,
  clock: m.downtime_cause_clock,
  malformed: m.downtime_cause_malformed,
  stuck: m.downtime_cause_stuck,
}
/** `sensor silent` */
export const causeText = (cause: DowntimeCause): string => causes[cause]()

/** `1 h 20 min`, `20 min`, `24 h`, `under 1 min`. */
export function lengthText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return m.downtime_length_short()
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return m.downtime_length_minutes({ minutes: rest })
  if (rest === 0) return m.downtime_length_hours({ hours })
  return m.downtime_length({ hours, minutes: rest })
}

/** `Unmonitored 1 h 20 min: sensor silent` */
export const downtimeText = ({ cause, seconds }: { readonly cause: DowntimeCause; readonly seconds: number }): string =>
  m.downtime_sentence({ length: lengthText(seconds), cause: causeText(cause) })

/**
 * `Monitored 98.6% of the time`: rounded down, so that 100% means all of it.
 * @param days the last ones that it is about; null: said elsewhere
 */
export function shareText(share: number, days: number | null = null): string {
  const percent = (Math.floor(share * 1_000) / 10).toFixed(1)
  return days === null ? m.downtime_share({ percent }) : m.downtime_share_last({ percent, days })
}
