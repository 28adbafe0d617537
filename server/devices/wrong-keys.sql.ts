import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Table of this file: wrong_keys. */

export type WrongKeyRow = Selectable<DB['wrong_keys']>

interface Count {
  readonly device_id: string
  readonly count: number
  readonly address: string
}

/** Adds to the present hour. Each device appears once; removed ones are skipped. */
export async function addWrongKeys({ db }: Ctx, counts: readonly Count[]): Promise<void> {
  const column = <K extends keyof Count>(key: K) => counts.map((count) => count[key])
  await sql`
    insert into wrong_keys as w (device_id, hour, count, last_at, address)
    select t.device_id, date_trunc('hour', now()), t.count, now(), t.address
    from unnest(${column('device_id')}::text[], ${column('count')}::int8[], ${column('address')}::text[])
      t (device_id, count, address)
    join devices d on d.id = t.device_id
    order by t.device_id
    on conflict (device_id, hour) do update set
      count = w.count + excluded.count, last_at = excluded.last_at, address = excluded.address`.execute(db)
}

/** Of the last `days`, newest hour first. */
export const selectWrongKeys = ({ db }: Ctx, device_id: string, days: number): Promise<WrongKeyRow[]> =>
  db
    .selectFrom('wrong_keys')
    .selectAll()
    .where('device_id', '=', device_id)
    .where('hour', '>', sql<Temporal.Instant>`now() - make_interval(days => ${days}::int)`)
    .orderBy('hour', 'desc')
    .execute()

/** Marks the hours that are over as audited. @returns those that weren't, with their device's clinic */
export const takeUnaudited = async ({ db }: Ctx): Promise<(WrongKeyRow & { clinic_id: string | null })[]> =>
  db
    .updateTable('wrong_keys as w')
    .from('devices as d')
    .whereRef('d.id', '=', 'w.device_id')
    .where('w.is_audited', '=', false)
    .where('w.hour', '<', sql<Temporal.Instant>`date_trunc('hour', now())`)
    .set({ is_audited: true })
    .returningAll('w')
    .returning('d.clinic_id')
    .execute()

export const deleteWrongKeys = ({ db }: Ctx, days: number) =>
  db
    .deleteFrom('wrong_keys')
    .where('is_audited', '=', true)
    .where('hour', '<', sql<Temporal.Instant>`now() - make_interval(days => ${days}::int)`)
    .execute()
