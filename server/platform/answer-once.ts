import { createHash } from 'node:crypto'
import type { Call } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { type Ctx, type CtxOrigin, withCtx } from './context.ts'
import { PortalError } from './errors.ts'

/** The sender's key for a call that may be repeated; null: none. @throws 400 if it is not a valid key */
function keyOf(origin: CtxOrigin): string | null {
  const key = origin.header?.('idempotency-key') ?? null
  if (key === null || origin.actor.type !== 'user') return null
  if (!/^[\x21-\x7e]{8,100}$/.test(key)) throw new PortalError(400, 'malformed_key', m.platform_key_malformed())
  return key
}

interface Sent {
  readonly call: Call
  readonly input: unknown
}

/**
 * Runs a call in one transaction. A call marked `once` runs only once per key, however often it is sent, because its
 * answer may have been lost; repeats wait while it runs. A verb that opens its own transactions uses this for the last
 * one, which does what must not happen twice.
 * @throws 422 when the key was used for another call or other input
 */
export function withCtxOnce<T>(origin: CtxOrigin, sent: Sent, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const key = sent.call.once ? keyOf(origin) : null
  return withCtx(origin, (ctx) => (key === null ? work(ctx) : answerOnce(ctx, sent, key, work)))
}

async function answerOnce<T>(ctx: Ctx, { call, input }: Sent, key: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, actor } = ctx
  if (actor.type !== 'user') return work(ctx)
  const hash = createHash('sha256').update(JSON.stringify(input)).digest()
  const mine = { user_id: actor.id, key }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('answered_calls')
    .values({ ...mine, call: call.name, input: hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const ours = db.selectFrom('answered_calls').where('user_id', '=', actor.id).where('key', '=', key)
  if (numInsertedOrUpdatedRows === 0n) {
    const before = await ours.select(['call', 'input', 'answer']).executeTakeFirst()
    if (before?.call !== call.name || !before.input.equals(hash) || before.answer === null)
      throw new PortalError(422, 'key_reused', m.platform_key_reused())
    return JSON.parse(before.answer)
  }
  const answer = await work(ctx)
  await db
    .updateTable('answered_calls')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .execute()
  return answer
}

/** Run by a job: nobody repeats a call after an hour. */
export const removeOldAnswers = async ({ db }: Ctx): Promise<void> => {
  await sql`delete from answered_calls where answered_at < now() - interval '1 hour'`.execute(db)
}
