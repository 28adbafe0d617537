import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { deleteDeidentifiedExport as declaration } from '@eupnea/contract/deidentified-exports.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deleteExport, selectExport } from './deidentified-exports.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Cancels or removes an export with its files (AR-4). @throws 404 */
export async function deleteDeidentifiedExport({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { export_id } = input
  const row = await selectExport(ctx, export_id)
  if (!row) throw notFound('export')
  await deleteExport(ctx, export_id)
  await recordAudit(ctx, { act: 'deidentified-export.delete', clinic_id: row.clinic_id, detail: { export_id } })
  return {}
}
