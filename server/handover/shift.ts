import { longestShiftHours, usualShiftHours } from '@eupnea/contract/handover.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { m } from '@eupnea/texts'
import { refused } from '../platform/errors.ts'
import { dayOf } from '../platform/local-days.ts'
import { isBefore, type Period } from '../platform/period.ts'

/** Hours of the day at which shifts begin, by the facility's clock. */
const beginnings = [7, 19] as const
/** Shifts to choose from: three days and nights, and the one that goes on. */
const shiftsOffered = 7

const firstInstant = Temporal.Instant.from(`${firstDay}T00:00:00Z`)

/**
 * The shift that goes on and those before it, newest first. They begin and end by the facility's clock, so in a night in
 * which the clock changes they have 11 or 13 hours.
 * @param tz IANA zone
 */
export function recentShifts(tz: string, now: Temporal.Instant): Period[] {
  const today = dayOf(now, tz)
  const changes: Temporal.Instant[] = []
  for (let day = -4; day <= 1; day++)
    for (const hour of beginnings)
      changes.push(today.add({ days: day }).toZonedDateTime({ timeZone: tz, plainTime: { hour } }).toInstant())
  const begun = changes.findLastIndex((change) => !isBefore(now, change))
  return Array.from({ length: shiftsOffered }, (_, back) => ({
    since: changes[begun - back]!,
    until: changes[begun - back + 1]!,
  }))
}

/** Who takes over earlier than this before the end of a shift takes over the rest of it. Hours. */
const handingOver = 1

/** When the duty of who takes over now ends: with the shift, or from its last hour on with the next; null: long over. */
export function dutyEnd({ until }: Period, tz: string, now: Temporal.Instant): Temporal.Instant | null {
  if (now.until(until).total('hours') > handingOver) return until
  const [running] = recentShifts(tz, isBefore(until, now) ? now : until) as [Period]
  return until.until(now).total('hours') < running.since.until(running.until).total('hours') / 2 ? running.until : null
}

/** The shift whose end is nearest: until the middle of a shift people still hand over the one before. */
function shiftInMind(tz: string, now: Temporal.Instant): Period {
  const [running, before] = recentShifts(tz, now) as [Period, Period]
  const isOld = running.since.until(now).total('seconds') > now.until(running.until).total('seconds')
  return isOld ? running : before
}

/**
 * The shift that is asked for; see the call's input.
 * @throws 422 when it ends before it begins, is longer than 24 h, has not begun, or was before the portal
 */
export function shiftOf(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  tz: string,
  now: Temporal.Instant,
): Period {
  if (from === undefined && until === undefined) return shiftInMind(tz, now)
  const shift =
    until === undefined
      ? { since: Temporal.Instant.from(from!), until: Temporal.Instant.from(from!).add({ hours: usualShiftHours }) }
      : {
          since:
            from === undefined
              ? Temporal.Instant.from(until).subtract({ hours: usualShiftHours })
              : Temporal.Instant.from(from),
          until: Temporal.Instant.from(until),
        }
  if (!isBefore(shift.since, shift.until)) throw refused('until', m.handover_backwards())
  if (shift.since.until(shift.until).total('hours') > longestShiftHours)
    throw refused('until', m.handover_too_long({ hours: longestShiftHours }))
  if (isBefore(shift.since, firstInstant)) throw refused('from', m.handover_too_early())
  if (isBefore(now, shift.since)) throw refused('from', m.handover_not_begun())
  return shift
}
