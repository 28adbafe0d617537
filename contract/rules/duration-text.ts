import { m } from '@eupnea/texts'

/** `50 min`, `24 h`, `21 days`: how long in a sentence, in whole numbers that people can picture. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 120) return m.common_minutes({ count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? m.common_hours({ count: hours }) : m.common_days_long({ count: Math.floor(hours / 24) })
}
