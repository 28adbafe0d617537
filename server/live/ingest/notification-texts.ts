import { durationText } from '@eupnea/contract/rules/duration-text.ts'
import { defaultPlan, type MonitoringPlan } from '@eupnea/contract/rules/plan.ts'
import { type Finding, findingOf } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import type { Raise } from '../bed/bed-event.ts'

/** Longer ago than that, an episode says how late its readings came. */
const lateMs = 10 * 60_000
/** Longer ago than that, a time of day could be taken for today's. */
const clockMs = 20 * 3_600_000

interface Context {
  readonly plan: MonitoringPlan
  readonly tz: string
  readonly locale: string
  /** since it began to hold */
  readonly lateMs: number
}

/** What a notification says, in lists, pop-ups, SMS and mails. */
export function textOf(raised: Raise, context: Context): { readonly title: string; readonly description: string } {
  const { kind, note, at, aheadMs } = raised
  const { clock, timeOfDay } = formatsOf(context.locale)
  const since = clock(at, context.tz)
  switch (kind) {
    case 'episode':
      return episodeText(raised, context)
    case 'no_breathing':
      if (note === 'maybe_empty')
        return { title: m.notification_no_signal_title(), description: m.notification_no_signal() }
      return {
        title: note === 'reads_empty' ? m.notification_no_breathing_empty_title() : m.notification_no_breathing_title(),
        description: m.notification_no_breathing(),
      }
    case 'stuck':
      return { title: m.notification_stuck_title(), description: m.notification_stuck() }
    case 'silent':
      return {
        title: m.notification_silent_title(),
        description:
          context.lateMs > clockMs
            ? m.notification_silent_long({ by: durationText(context.lateMs) })
            : m.notification_silent({ since }),
      }
    case 'clock':
      return {
        title: m.notification_clock_title(),
        description:
          (aheadMs ?? 0) > 0
            ? m.notification_clock_ahead({ by: durationText(aheadMs!) })
            : m.notification_clock_behind({ by: durationText(-(aheadMs ?? 0)) }),
      }
    case 'malformed':
      return { title: m.notification_malformed_title(), description: m.notification_malformed() }
    case 'out_of_bed':
      if (note === 'not_back')
        return { title: m.notification_not_back_title(), description: m.notification_not_back({ since }) }
      return {
        title: m.notification_out_of_bed_title(),
        description: m.notification_out_of_bed({ since }),
      }
    case 'still_in_bed': {
      const { still_in_bed } = context.plan
      return {
        title: m.notification_still_in_bed_title(),
        description: m.notification_still_in_bed({ time: still_in_bed ? timeOfDay(still_in_bed) : since }),
      }
    }
    case 'back_early':
      return { title: m.notification_back_early_title(), description: m.notification_back_early({ since }) }
  }
}

function episodeText({ rr, note }: Raise, { plan, lateMs: since }: Context) {
  // By the default plan, if the one in force now wouldn't have raised it.
  const judge = findingOf(rr, plan) ? plan : defaultPlan
  const finding = findingOf(rr, judge)
  const rate = { rate: rr!, limit: finding ? limitText(finding, judge) : '' }
  const late = { ...rate, late: durationText(since) }
  const isShort = note === 'two_minutes'
  const description =
    since > lateMs
      ? isShort
        ? m.notification_episode_short_late(late)
        : m.notification_episode_late(late)
      : isShort
        ? m.notification_episode_short(rate)
        : m.notification_episode(rate)
  return { title: finding?.title ?? '', description }
}

/** Which limit was reached: at a limit a rate is out of range, so a range would leave open on which side 12 is. */
function limitText({ direction, severity }: Finding, { low, high, extreme_low, extreme_high }: MonitoringPlan): string {
  const isDanger = severity === 'danger'
  if (direction === 'high')
    return isDanger
      ? m.notification_limit_extremely_high({ limit: extreme_high })
      : m.notification_limit_high({ limit: high })
  return isDanger
    ? m.notification_limit_extremely_low({ limit: extreme_low! })
    : m.notification_limit_low({ limit: low })
}
