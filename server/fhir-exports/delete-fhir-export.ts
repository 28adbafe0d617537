import type { deleteFhirExport as declaration } from '@eupnea/contract/fhir-exports.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { StatedAnswer } from '../platform/stated-answer.ts'
import { deleteExport } from './fhir-exports.sql.ts'
import { outcome } from './outcome.ts'

/** Cancels or removes the caller's own export with its files (FH-1). @throws 404 */
export const deleteFhirExport: Verb<typeof declaration> = async ({ ctx, input: { export_id } }) => {
  const row = await deleteExport(ctx, export_id)
  if (!row) throw notFound('export')
  await recordAudit(ctx, { act: 'fhir-export.delete', detail: { export_id } })
  return new StatedAnswer({
    status: 202,
    body: outcome('information', 'informational', m.fhir_export_deleted()),
  }) as never
}
