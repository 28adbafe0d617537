import type { EhrSchedule, EhrSource } from '@eupnea/contract/ehr-import.ts'
import type { DB } from '@eupnea/db/types.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Tables of this file: ehr_connections, ehr_links (see links.sql.ts). */

export type ConnectionRow = Selectable<DB['ehr_connections']>

export const selectConnection = ({ db }: Ctx, clinic_id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('ehr_connections').selectAll().where('clinic_id', '=', clinic_id).executeTakeFirst()

export const lockConnection = ({ db }: Ctx, clinic_id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('ehr_connections').selectAll().where('clinic_id', '=', clinic_id).forUpdate().executeTakeFirst()

export const upsertConnection = ({ db }: Ctx, values: Insertable<DB['ehr_connections']>): Promise<ConnectionRow> =>
  db
    .insertInto('ehr_connections')
    .values(values)
    .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()

/** @returns false when there is none */
export async function deleteConnection({ db }: Ctx, clinic_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('ehr_connections')
    .where('clinic_id', '=', clinic_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const selectPublicKey = async ({ db }: Ctx, key_id: string): Promise<unknown> =>
  (await db.selectFrom('ehr_connections').select('public_key').where('key_id', '=', key_id).executeTakeFirst())
    ?.public_key

export interface ScheduledConnection {
  readonly clinic_id: string
  readonly source: EhrSource
  readonly schedule: Exclude<EhrSchedule, 'off'>
  /** IANA zone */
  readonly tz: string
  /** when the newest scheduled import began, or the schedule was last saved: it begins with the next time */
  readonly last_at: Temporal.Instant
}

export const selectScheduled = ({ db }: Ctx): Promise<ScheduledConnection[]> =>
  db
    .selectFrom('ehr_connections as e')
    .innerJoin('clinics as c', 'c.id', 'e.clinic_id')
    .where('e.schedule', '<>', 'off')
    .select(['e.clinic_id', 'e.source', 'e.schedule', 'c.tz'])
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom('ehr_runs as r')
            .whereRef('r.clinic_id', '=', 'e.clinic_id')
            .where('r.is_scheduled', '=', true)
            .select(({ fn: { max } }) => max('r.started_at').as('at')),
          'e.updated_at',
        )
        .as('last_at'),
    )
    .orderBy('e.clinic_id')
    .$castTo<ScheduledConnection>()
    .execute()
