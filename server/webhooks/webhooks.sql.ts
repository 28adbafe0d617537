import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { selectPage } from '../platform/paging.ts'

/** Table of this noun: webhooks. */

export type WebhookRow = Selectable<DB['webhooks']>

const now = sql<Temporal.Instant>`now()`

/** A page of a clinic's, oldest first, with the count of all. */
export async function selectWebhooks(
  { db }: Ctx,
  clinic_id: string,
  page: { offset: number; limit: number },
): Promise<{ rows: WebhookRow[]; total: number }> {
  const query = db.selectFrom('webhooks').where('clinic_id', '=', clinic_id)
  return selectPage(query.selectAll().orderBy('created_at').orderBy('id'), page)
}

export const selectWebhook = ({ db }: Ctx, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()

export async function selectWebhooksById(
  { db }: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WebhookRow>> {
  const rows = await db.selectFrom('webhooks').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const insertWebhook = ({ db }: Ctx, values: Insertable<DB['webhooks']>): Promise<WebhookRow> =>
  db.insertInto('webhooks').values(values).returningAll().executeTakeFirstOrThrow()

/** Locks a clinic's webhooks until the transaction ends, so that they can be counted. */
export async function lockWebhooks({ db }: Ctx, clinic_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`webhooks ${clinic_id}`}))`.execute(db)
}

export const countWebhooks = async ({ db }: Ctx, clinic_id: string): Promise<number> =>
  (
    await db
      .selectFrom('webhooks')
      .where('clinic_id', '=', clinic_id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

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

export const deleteWebhookRow = ({ db }: Ctx, id: string): Promise<WebhookRow | undefined> =>
  db.deleteFrom('webhooks').where('id', '=', id).returningAll().executeTakeFirst()
