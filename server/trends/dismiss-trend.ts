import type { dismissTrend as declaration } from '@eupnea/contract/trends.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { conflict, notFound, unauthenticated } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { flagResident } from '../residents/index.ts'
import { dismiss, selectTrend } from './trends.sql.ts'

/**
 * Ends a notification about changed breathing with a reason (WA-12). The flag that it set goes with it, unless somebody
 * has touched it since.
 * @throws 404; 409 for one that has ended, and for other kinds
 */
export const dismissTrend: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id, reason } = input
  const { actor } = ctx
  if (actor.type !== 'user') throw unauthenticated()
  const row = await selectTrend(ctx, id)
  if (!row) throw notFound('notification')
  const { trend_id, resident_id, clinic_id } = row
  if (trend_id === null || resident_id === null) throw conflict('not_dismissible', m.trend_dismiss_other())
  const person = { id: actor.id, name: actor.name || actor.email }
  const at = await dismiss(ctx, { trend_id, resident_id }, { person, reason })
  if (at === null) throw conflict('notification_ended', m.trend_dismiss_refused())
  if (row.is_flagged) await flagResident({ ctx, input: { patient_id: resident_id, status: 1, note: reason } })
  await recordAudit(ctx, {
    act: 'notification.dismiss',
    clinic_id,
    resident_id,
    detail: { notification_id: id },
    // As a change, the reason goes when the resident is erased.
    changes: changesOf({ state: 'open', reason: '' }, { state: 'dismissed', reason }),
  })
  await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
  return { id, dismissed_at: at.toString(), dismissed_by: person.name, reason }
}
