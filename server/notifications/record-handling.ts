import type { Act } from '@eupnea/contract/audit.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { NotificationRow } from './notifications.sql.ts'

const handling = ['state', 'acknowledged_at', 'acknowledged_by', 'snoozed_until', 'snoozed_by'] as const

/** Records what somebody did about a notification, and tells every open page. */
export async function recordHandling(ctx: Ctx, act: Act, before: NotificationRow, after: NotificationRow) {
  const { clinic_id, patient_id, id } = after
  await recordAudit(ctx, {
    act,
    clinic_id,
    resident_id: patient_id,
    changes: changesOf(before, after, handling),
    detail: { notification_id: id },
  })
  await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id: clinic_id! })
}
