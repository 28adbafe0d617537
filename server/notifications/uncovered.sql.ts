import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** The open outage about floors that nobody has, in monitoring_outages and notifications. */

interface Uncovered {
  readonly clinic_id: string
  readonly floors: readonly string[]
  readonly description: string
}

/**
 * Says in the open one which floors these are now. With a further floor it is open and unseen again, and sent again, as
 * what becomes worse (AN-5).
 * @returns whether anything has changed
 */
export async function updateUncovered({ db }: Ctx, { clinic_id, floors, description }: Uncovered): Promise<boolean> {
  const now = JSON.stringify(floors)
  const { rows } = await sql`
    with before as materialized (
      select n.id, not coalesce(n.extra_detail -> 'floors' @> ${now}::jsonb, true) as has_grown
      from monitoring_outages o join notifications n on n.outage_id = o.id
      where o.clinic_id = ${clinic_id} and o.cause = 'duty' and o.ended_at is null
        and (n.extra_detail -> 'floors' is distinct from ${now}::jsonb or n.description <> ${description})
      for update of n
    ), unseen as (
      delete from notification_views v using before b where b.has_grown and v.notification_id = b.id
    )
    update notifications n set description = ${description},
      extra_detail = jsonb_set(n.extra_detail, '{floors}', ${now}::jsonb),
      worse_at = case when b.has_grown then now() else n.worse_at end,
      became_worse_at = case when b.has_grown then now() else n.became_worse_at end,
      reopened_at = case when b.has_grown then n.reopened_at || now() else n.reopened_at end,
      acknowledged_at = case when not b.has_grown then n.acknowledged_at end,
      acknowledged_by = case when not b.has_grown then n.acknowledged_by end,
      acknowledged_name = case when not b.has_grown then n.acknowledged_name end,
      snoozed_until = case when not b.has_grown then n.snoozed_until end,
      snoozed_at = case when not b.has_grown then n.snoozed_at end,
      snoozed_by = case when not b.has_grown then n.snoozed_by end,
      snoozed_name = case when not b.has_grown then n.snoozed_name end
    from before b where n.id = b.id returning n.id`.execute(db)
  return rows.length > 0
}
