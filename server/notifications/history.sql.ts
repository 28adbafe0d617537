import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** What became of notifications: from notification_views, the audit log and the view episode_dismissals. */

/** Who has seen them. */
export const selectViews = ({ db }: Ctx, ids: readonly string[]) =>
  db
    .selectFrom('notification_views')
    .where('notification_id', 'in', ids)
    .select(['notification_id', 'name', 'seen_at'])
    .execute()

export interface Act {
  readonly notification_id: string
  readonly act: 'acknowledge' | 'unacknowledge' | 'snooze' | 'unsnooze'
  readonly at: Temporal.Instant
  readonly name: string
  readonly until: Temporal.Instant | null
}

/** What was done about them, oldest first. */
export const selectActs = async ({ db }: Ctx, ids: readonly string[]): Promise<Act[]> =>
  (await sql<Act>`select * from notification_acts(${ids}::text[])`.execute(db)).rows

/** Who ended their episodes by dismissing them, and why (WA-12). */
export const selectDismissals = ({ db }: Ctx, episodeIds: readonly string[]) =>
  db
    .selectFrom('episode_dismissals')
    .where('episode_id', 'in', episodeIds)
    .select(['episode_id', 'dismissed_at', 'dismissed_name', 'reason'])
    .$narrowType<{ dismissed_at: NotNull }>()
    .execute()
