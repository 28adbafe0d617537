import type { deleteDeidentifiedExport as declaration } from '@eupnea/contract/deidentified-exports.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deleteExport, selectExport } from './deidentified-exports.sql.ts'

/** Cancels or removes an export with its files (AR-4). @throws 404 */
export const deleteDeidentifiedExport: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { export_id } = input
  const row = await selectExport(ctx, export_id)
  if (!row) throw notFound('export')
  await deleteExport(ctx, export_id)
  await recordAudit(ctx, { act: 'deidentified-export.delete', clinic_id: row.clinic_id, detail: { export_id } })
  return {}
}
