import type { Notification, NotificationState } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { type NotificationRow, selectNotification } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

/** @throws 404, also for a notification outside the actor's scope (FA-4) */
export async function notificationOf(ctx: Ctx, id: string): Promise<NotificationRow> {
  const row = await selectNotification(ctx, viewerOf(ctx), id)
  if (!row) throw notFound('notification')
  return row
}

/** The caller saw a warning; a severity is never lowered. */
export const becameDanger = (): Error => conflict('notification_worse', m.notification_worse())

const deleted = 0

/** A row as the contract's notification. */
export function notificationAnswer(row: NotificationRow): Notification {
  const created = row.created_at!.toString()
  const { patient_id, device_id } = row
  const extra = (row.extra_detail ?? {}) as Partial<Notification['extra_detail']> & {
    readonly times?: number
    /** when it was measured, of what came late */
    readonly until?: string
  }
  const isKnown = row.resident_status !== null && row.resident_status !== deleted
  return {
    id: row.id!,
    kind: row.kind as Notification['kind'],
    title: row.title!,
    description: row.description!,
    action: row.action!,
    severity: row.severity as Notification['severity'],
    state: row.state as NotificationState,
    seen: row.seen,
    createdAt: created,
    created_at: created,
    raised_at: row.raised_at!.toString(),
    became_worse_at: row.became_worse_at && (extra.until ?? row.became_worse_at.toString()),
    reopened_at: row.reopened_at!.at(-1)?.toString() ?? null,
    is_late: row.is_late!,
    times: extra.times ?? null,
    clinic_id: row.clinic_id!,
    patientId: patient_id,
    extra_detail: {
      patient_id: extra.patient_id ?? null,
      device_id: extra.device_id ?? null,
      rr: extra.rr ?? null,
      alert: extra.alert ?? null,
    },
    first_name: row.first_name,
    last_name: row.last_name,
    preferred_name: row.preferred_name,
    room: row.room,
    link: patient_id !== null && device_id !== null && isKnown ? { patient_id, device_id } : null,
    ended_at: row.ended_at?.toString() ?? null,
    end_reason: row.end_reason as Notification['end_reason'],
    not_measured_since: row.not_measured_since?.toString() ?? null,
    acknowledged: row.acknowledged_at && {
      by: row.acknowledged_name ?? '',
      at: row.acknowledged_at.toString(),
    },
    snoozed: row.snoozed_until && { by: row.snoozed_name ?? '', until: row.snoozed_until.toString() },
  }
}
