import type { CallOutput } from '@eupnea/contract/call.ts'
import type { listClinicAttention as declaration } from '@eupnea/contract/clinic-attention.ts'
import type { Ctx } from '../platform/context.ts'
import { selectAttention } from './attention.sql.ts'

/** What is to be looked at in each clinic of the caller: counts, without names. */
export async function listClinicAttention({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> {
  const rows = await selectAttention(ctx)
  return { items: rows.map((row) => ({ ...row, oldest_at: row.oldest_at?.toString() ?? null })) }
}
