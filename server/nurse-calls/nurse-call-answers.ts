import type { NurseCall } from '@eupnea/contract/nurse-calls.ts'
import { lastOf, selectLastDeliveriesTo } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { NurseCallRow } from './nurse-calls.sql.ts'

/** Rows as the contract's nurse call systems, each with its newest delivery. */
export async function nurseCallAnswers(ctx: Ctx, rows: readonly NurseCallRow[]): Promise<NurseCall[]> {
  const last = await selectLastDeliveriesTo(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ may_be_private: _, created_at, silent_since, kinds, ...row }) => ({
    ...row,
    kinds: kinds as NurseCall['kinds'],
    created_at: created_at.toString(),
    silent_since: silent_since?.toString() ?? null,
    last: lastOf(last.get(row.id)),
  }))
}

export const nurseCallAnswer = async (ctx: Ctx, row: NurseCallRow): Promise<NurseCall> =>
  (await nurseCallAnswers(ctx, [row]))[0]!
