import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, line, noAnswer } from './fields.ts'
import { fhirMediaType } from './observations.ts'

/**
 * Bulk exports over FHIR (Bulk Data Access 2): started, watched and deleted by whoever asked, downloaded as NDJSON
 * (FH-1). Status codes, headers and shapes are the standard's.
 */

const input = {
  /** many clients leave the plus as it is, which an address reads as a space */
  _outputFormat: z
    .enum(['application/fhir+ndjson', 'application/fhir ndjson', 'application/ndjson', 'ndjson'])
    .optional(),
  _since: instant.optional(),
  /** resource types, with commas between them, or the parameter repeated */
  _type: z.preprocess((given) => (Array.isArray(given) ? given.join() : given), line(200, 1).optional()),
}

/** what is said of an export: an OperationOutcome that is no error */
const said = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(
    z.object({
      severity: z.literal('information'),
      code: z.literal('informational'),
      details: z.object({ text: z.string() }),
    }),
  ),
})

const file = z.object({ type: z.string(), url: z.string(), count: z.number() })
const manifest = z.object({
  transactionTime: instant,
  request: z.string(),
  requiresAccessToken: z.literal(true),
  output: z.array(file),
  deleted: z.array(file),
  error: z.array(file),
})

const start = <const N extends string, S extends z.ZodRawShape>(name: N, path: string, more: S, summary: string) =>
  call({
    name,
    method: 'GET',
    path,
    access: access.exporters,
    fresh: true,
    summary,
    input: z.strictObject({ ...input, ...more }),
    output: said,
    mediaType: fhirMediaType,
  })

export const startFhirExport = start('startFhirExport', '/fhir/$export', {}, m.fhir_export_start_call())
export const startFhirPatientExport = start(
  'startFhirPatientExport',
  '/fhir/Patient/$export',
  {},
  m.fhir_export_start_patient_call(),
)
export const startFhirGroupExport = start(
  'startFhirGroupExport',
  '/fhir/Group/{clinic_id}/$export',
  { clinic_id: id },
  m.fhir_export_start_group_call(),
)

/** 202 while it runs, then 200 with the manifest. */
export const readFhirExport = call({
  name: 'readFhirExport',
  method: 'GET',
  path: '/fhir/exports/{export_id}',
  access: access.exporters,
  summary: m.fhir_export_read_call(),
  input: z.strictObject({ export_id: id }),
  output: manifest,
  answersLater: true,
})

export const deleteFhirExport = call({
  name: 'deleteFhirExport',
  method: 'DELETE',
  path: '/fhir/exports/{export_id}',
  access: access.exporters,
  summary: m.fhir_export_delete_call(),
  input: z.strictObject({ export_id: id }),
  output: said,
  mediaType: fhirMediaType,
})

export const downloadFhirExport = call({
  name: 'downloadFhirExport',
  method: 'GET',
  path: '/fhir/exports/{export_id}/{file}',
  access: access.exporters,
  summary: m.fhir_export_download_call(),
  input: z.strictObject({
    export_id: id,
    /** `3.ndjson` */
    file: z.string().regex(/^\d{1,6}\.ndjson$/, m.fhir_export_file_wrong()),
  }),
  output: noAnswer,
  carries: 'download',
})

export const fhirExportCalls = [
  startFhirExport,
  startFhirPatientExport,
  startFhirGroupExport,
  readFhirExport,
  deleteFhirExport,
  downloadFhirExport,
]
