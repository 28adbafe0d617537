import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'

/** Of webhooks alone; the rest is in receivers.sql.ts. */

export type WebhookRow = Selectable<DB['webhooks']>

export async function selectWebhooksById(
  { db }: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WebhookRow>> {
  const rows = await db.selectFrom('webhooks').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The secret becomes the former one. @returns undefined when there is no such webhook */
export const replaceSecret = (
  { db }: Ctx,
  id: string,
  { secret, formerHours }: { readonly secret: Buffer; readonly formerHours: number },
): Promise<WebhookRow | undefined> =>
  db
    .updateTable('webhooks')
    .set({
      secret,
      former_secret: sql<Buffer>`secret`,
      former_until: sql<Temporal.Instant>`now() + make_interval(hours => ${formerHours})`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** @returns undefined when there is no such webhook, or it is disabled */
export const markDisabled = ({ db }: Ctx, id: string, because: 'person' | 'gone'): Promise<WebhookRow | undefined> =>
  db
    .updateTable('webhooks')
    .set({ disabled_at: now, disabled_because: because })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** @returns undefined when there is no such webhook, or it is enabled */
export const markEnabled = ({ db }: Ctx, id: string): Promise<WebhookRow | undefined> =>
  db
    .updateTable('webhooks')
    .set({ disabled_at: null, disabled_because: null })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
