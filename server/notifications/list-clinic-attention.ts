import type { listClinicAttention as declaration } from '@eupnea/contract/clinic-attention.ts'
import type { Verb } from '../platform/route.ts'
import { selectAttention } from './attention.sql.ts'

/** What is to be looked at in each clinic of the caller: counts, without names. */
export const listClinicAttention: Verb<typeof declaration> = async ({ ctx }) => {
  const rows = await selectAttention(ctx)
  return { items: rows.map((row) => ({ ...row, oldest_at: row.oldest_at?.toString() ?? null })) }
}
