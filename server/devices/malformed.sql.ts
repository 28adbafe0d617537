import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Table of this file: malformed_messages. */

export interface MalformedRow {
  readonly device_id: string
  readonly reason: string
  readonly count: number
  readonly sample: string
}

/** Adds counts. Each device and reason appears once in `rows`; removed devices are skipped. */
export async function addMalformed({ db }: Ctx, rows: readonly MalformedRow[]): Promise<void> {
  const column = <K extends keyof MalformedRow>(key: K) => rows.map((row) => row[key])
  await sql`
    insert into malformed_messages as m (device_id, reason, count, last_at, sample)
    select t.device_id, t.reason, t.count, now(), t.sample
    from unnest(${column('device_id')}::text[], ${column('reason')}::text[], ${column('count')}::int8[],
      ${column('sample')}::text[]) t (device_id, reason, count, sample)
    join devices d on d.id = t.device_id
    order by t.device_id, t.reason
    on conflict (device_id, reason) do update set
      count = m.count + excluded.count, last_at = excluded.last_at, sample = excluded.sample`.execute(db)
}

export const selectMalformed = async (
  { db }: Ctx,
  device_id: string,
): Promise<Selectable<DB['malformed_messages']>[]> =>
  db
    .selectFrom('malformed_messages')
    .selectAll()
    .where('device_id', '=', device_id)
    .orderBy('last_at', 'desc')
    .orderBy('reason')
    .execute()
