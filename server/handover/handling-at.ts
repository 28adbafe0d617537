import type { HandoverNotification } from '@eupnea/contract/handover.ts'
import type { Act } from '../notifications/index.ts'
import { isBefore } from '../platform/period.ts'
import type { NotificationRow } from './handover.sql.ts'

type Instant = Temporal.Instant
type Handling = Pick<HandoverNotification, 'state' | 'acknowledged' | 'snoozed'>

/** A danger asks again so long after its acknowledgement, as in listed_notifications (AN-5). */
const againAfter = { minutes: 30 } as const

/**
 * Who took care of a notification at an instant. What the row has from before then held; what a later change replaced
 * is in the acts.
 * @param acts of this notification, oldest first
 * @param severity at the instant
 */
export function handlingAt(row: NotificationRow, acts: readonly Act[], severity: string, at: Instant): Handling {
  const { acknowledged_at, acknowledged_name, snoozed_at, snoozed_until, snoozed_name } = row
  const voided = [...row.reopened_at, ...(row.worse_at ? [row.worse_at] : [])].filter((one) => isBefore(one, at))
  const isHeld = (when: Instant) => isBefore(when, at) && !voided.some((one) => isBefore(when, one))
  const newest = (did: Act['act'], undid: Act['act']): Act | undefined =>
    acts
      .filter(({ act }) => act === did || act === undid)
      // An undone one never held: it was a slip.
      .filter(({ act }, nth, all) => act === did && all[nth + 1]?.act !== undid)
      .findLast((one) => isHeld(one.at))
  const inRow = acknowledged_at && { at: acknowledged_at, name: acknowledged_name ?? '' }
  const acknowledged = (inRow && isBefore(inRow.at, at) ? inRow : newest('acknowledge', 'unacknowledge')) ?? inRow
  const snoozed =
    snoozed_until && (snoozed_at === null || isBefore(snoozed_at, at))
      ? { until: snoozed_until, name: snoozed_name ?? '' }
      : newest('snooze', 'unsnooze')
  const asksAgain = severity === 'danger' && acknowledged && !isBefore(at, acknowledged.at.add(againAfter))
  const isAcknowledged = acknowledged && isBefore(acknowledged.at, at) && !asksAgain
  const isSnoozed = snoozed?.until && isBefore(at, snoozed.until)
  return {
    state: isAcknowledged ? 'acknowledged' : isSnoozed ? 'snoozed' : 'open',
    acknowledged: acknowledged && { by: acknowledged.name, at: acknowledged.at.toString() },
    snoozed: snoozed?.until ? { by: snoozed.name, until: snoozed.until.toString() } : null,
  }
}
