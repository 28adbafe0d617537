import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type NurseCallRow, selectNurseCall } from './nurse-calls.sql.ts'

/** @throws 404, also for one outside the actor's scope (FA-4) */
export async function nurseCallOf(ctx: Ctx, id: string): Promise<NurseCallRow> {
  const row = await selectNurseCall(ctx, id)
  if (!row) throw notFound('nurse call')
  return row
}
