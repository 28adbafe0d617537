import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import type { DeliveryRow } from './outbox.sql.ts'

/** Each try to give a delivery to its gateway. */

export type Outcome = 'accepted' | 'found' | 'absent' | 'refused' | 'unclear'

/** Records that these are being given to their gateways, in the transaction that takes them. */
export async function insertAttempts({ db }: Ctx, taken: readonly DeliveryRow[]): Promise<void> {
  if (taken.length === 0) return
  const values = taken.map(({ id, attempts }) => ({ delivery_id: id, no: attempts }))
  await db
    .insertInto('attempts')
    .values(values)
    // A delivery that is sent again by hand counts from one.
    .onConflict((conflict) =>
      conflict.columns(['delivery_id', 'no']).doUpdateSet({
        started_at: now,
        ended_at: null,
        outcome: null,
        failure: null,
      }),
    )
    .execute()
}

export interface Accepted {
  readonly message: DeliveryRow
  /** found: the gateway already had it */
  readonly outcome: 'accepted' | 'found'
}

export async function endAttempts({ db }: Ctx, ended: readonly Accepted[]): Promise<void> {
  const ids = ended.map(({ message }) => message.id)
  const nos = ended.map(({ message }) => message.attempts)
  const outcomes = ended.map(({ outcome }) => outcome)
  await sql`update attempts set ended_at = now(), outcome = e.outcome
    from unnest(${ids}::text[], ${nos}::int[], ${outcomes}::text[]) e (id, no, outcome)
    where delivery_id = e.id and attempts.no = e.no`.execute(db)
}

export async function endAttempt(
  { db }: Ctx,
  { id, attempts }: DeliveryRow,
  outcome: Outcome,
  failure: string | null = null,
): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ ended_at: now, outcome, failure })
    .where('delivery_id', '=', id)
    .where('no', '=', attempts)
    .execute()
}

/** @returns seconds since an earlier attempt last ended, or began without an end, that may have reached the gateway */
export async function secondsSinceUnclear({ db }: Ctx, { id, attempts }: DeliveryRow): Promise<number> {
  const { seconds } = await db
    .selectFrom('attempts')
    .where('delivery_id', '=', id)
    .where('no', '<>', attempts)
    .where((is) => is.or([is('outcome', 'is', null), is('outcome', '=', 'unclear')]))
    .select(
      sql<number>`coalesce(extract(epoch from now() - max(coalesce(ended_at, started_at))), 'infinity')::float8`.as(
        'seconds',
      ),
    )
    .executeTakeFirstOrThrow()
  return seconds
}

/** How often a delivery has been given to its gateway without an answer since it was queued, as far as known. */
export async function countUnclear({ db }: Ctx, { id, attempts }: DeliveryRow): Promise<number> {
  const { times } = await db
    .selectFrom('attempts')
    .where('delivery_id', '=', id)
    .where('no', '<=', attempts)
    .where((is) => is.or([is('outcome', 'is', null), is('outcome', '=', 'unclear')]))
    .select(({ fn }) => fn.countAll<number>().as('times'))
    .executeTakeFirstOrThrow()
  return times
}
