import type { Comparison, NightSummary } from '@eupnea/contract/members.ts'
import { isWhole } from '@eupnea/contract/rules/night-summary.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'

/** A night in plain words: what was measured, against what is usual for the person, and no judgement (EA-7). */

/** What hours are said to, minutes: a tenth of an hour, as in charts and tables, so that both say the same. */
const stepMinutes = 6
/** Without measurements for longer than this, the person should know. */
const leastMissingHours = 0.5

/** `7 h 48 min`, `8 h`, `42 min` */
export function hoursText(hours: number): string {
  const total = Math.round((hours * 60) / stepMinutes) * stepMinutes
  const [whole, minutes] = [Math.floor(total / 60), total % 60]
  if (whole === 0) return m.common_minutes({ count: minutes })
  if (minutes === 0) return m.common_hours({ count: whole })
  return m.member_span({ hours: numberText(whole), minutes: numberText(minutes) })
}

/** How the night was as a whole; null while nothing is known to compare it with. */
export function leadText({ in_bed, ups, rate }: NightSummary): string | null {
  const known = [in_bed, ups, rate].flatMap((one) => one?.compared ?? [])
  if (known.length === 0) return null
  const unusual = known.filter((compared) => compared !== 'usual').length
  if (unusual === 0) return m.member_night_lead_usual()
  return unusual === 1 ? m.member_night_lead_one() : m.member_night_lead_more()
}

const upsTexts: Record<Comparison | 'unknown', (input: { count: number }) => string> = {
  less: m.member_night_ups_less,
  usual: m.member_night_ups_usual,
  more: m.member_night_ups_more,
  unknown: m.member_night_ups,
}

const neverUpTexts: Record<Comparison | 'unknown', () => string> = {
  less: m.member_night_ups_none_less,
  usual: m.member_night_ups_none_usual,
  more: m.member_night_ups_none,
  unknown: m.member_night_ups_none,
}

function upsText({ times, compared }: NonNullable<NightSummary['ups']>): string {
  const key = compared ?? 'unknown'
  return times === 0 ? neverUpTexts[key]() : upsTexts[key]({ count: times })
}

function bedText({ hours, usual, compared }: NightSummary['in_bed']): string {
  if (hours === 0) return m.member_night_bed_never()
  const span = hoursText(hours)
  if (compared === null || usual === null) return m.member_night_bed({ span })
  if (compared === 'usual') return m.member_night_bed_usual({ span })
  const difference = hoursText(Math.abs(hours - usual))
  return compared === 'more'
    ? m.member_night_bed_more({ span, difference })
    : m.member_night_bed_less({ span, difference })
}

function rateText({ mean, usual, compared }: NightSummary['rate']): string {
  if (mean === null) return m.member_night_rate_none()
  const rate = numberText(Math.round(mean))
  if (usual === null || compared === null) return m.member_night_rate({ rate })
  const range = { rate, low: numberText(usual.low), high: numberText(usual.high) }
  if (compared === 'usual') return m.member_night_rate_usual(range)
  return compared === 'more' ? m.member_night_rate_more(range) : m.member_night_rate_less(range)
}

/** One sentence each, in the order in which they are read. */
export function nightSentences(summary: NightSummary): string[] {
  const { in_bed, ups, rate, hours, hours_measured } = summary
  const missing = hours - hours_measured
  return [
    bedText(in_bed),
    ...(in_bed.hours > 0 ? [...(ups ? [upsText(ups)] : []), rateText(rate)] : []),
    ...(missing >= leastMissingHours ? [m.member_night_missing({ span: hoursText(missing) })] : []),
    ...(in_bed.compared === null
      ? [isWhole(hours_measured, hours) ? m.member_night_usual_unknown() : m.member_night_too_little()]
      : []),
  ]
}
