import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { downloadFhirExport as declaration } from '@eupnea/contract/fhir-exports.ts'
import { covers, type FhirType } from '@eupnea/contract/rules/fhir-scope.ts'
import { recordAudits } from '../audit/index.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import type { Verb } from '../platform/route.ts'
import { selectExport, selectFile } from './fhir-exports.sql.ts'

/** A file of the caller's own export (FH-1). @throws 403 when the token lacks the scope, 404 */
export const downloadFhirExport: Verb<typeof declaration> = async ({ ctx, input: { export_id, file: name } }) => {
  const row = await selectExport(ctx, export_id)
  const file = row?.ended_at && (await selectFile(ctx, export_id, Number.parseInt(name, 10)))
  if (!row || !file) throw notFound('export')
  const { type, count } = file
  if (ctx.actor.type === 'service-account' && !covers(ctx.actor.scopes, `${type as FhirType}.s`)) throw forbidden()
  const detail = { export_id, file: name, type, rows: count }
  await recordAudits(
    ctx,
    row.clinic_ids.map((clinic_id) => ({ act: 'fhir-export.download', clinic_id, detail })),
  )
  const open = () => Readable.from([file.content]).pipe(createGunzip())
  return new FileAnswer({ open, name: `${type}.${name}`, type: 'application/fhir+ndjson', bytes: null }) as never
}
