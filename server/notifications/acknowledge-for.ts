import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { acknowledge, lockNotification } from './handling.sql.ts'
import { selectNotification, type Viewer } from './notifications.sql.ts'

interface Given {
  readonly id: string
  /** as the other system knows it: what became worse meanwhile is not acknowledged (AN-5) */
  readonly severity: string
  readonly by: Viewer
  /** which system, for the audit log */
  readonly detail: Readonly<Record<string, string>>
}

/** Another system takes over a notification (AN-12, EH-5); the first one keeps it. */
export async function acknowledgeFor(
  ctx: Ctx,
  { id, severity, by, detail }: Given,
): Promise<'done' | 'unknown' | 'worse' | 'taken'> {
  const kept = await lockNotification(ctx, id)
  if (!kept) return 'unknown'
  if (kept.severity !== severity) return 'worse'
  if (!(await acknowledge(ctx, by, id, severity))) return 'taken'
  const { clinic_id, patient_id } = (await selectNotification(ctx, by, id))!
  await recordAudit(ctx, {
    act: 'notification.acknowledge',
    clinic_id,
    resident_id: patient_id,
    detail: { notification_id: id, system: by.name, ...detail },
  })
  await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id: clinic_id! })
  return 'done'
}
