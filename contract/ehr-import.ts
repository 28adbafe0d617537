import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { ehrAlgorithms, ehrConnection, ehrFields, ehrRow, ehrRowKinds, ehrRun, ehrSources } from './ehr-shapes.ts'
import { id, line, listOf, missing, noAnswer, paging, queryInteger, search } from './fields.ts'

export * from './ehr-shapes.ts'

/** Import of residents from an external EHR (EH-1 to EH-3). */

const address = line(500, 1).refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/[?#@]/.test(value),
  'Must be an address such as https://ehr.example.org/fhir, without user name, query and fragment',
)

export const readEhrConnection = call({
  name: 'readEhrConnection',
  method: 'GET',
  path: '/ehr-import/connection',
  access: access.staff,
  summary: 'How the EHR of a facility is reached, without what opens it; null where none is connected',
  input: z.object({ clinic_id: id }),
  output: z.object({ clinic_id: z.string(), connection: ehrConnection.nullable() }),
})

export const saveEhrConnection = call({
  name: 'saveEhrConnection',
  method: 'PUT',
  path: '/ehr-import/connection',
  access: access.managers,
  summary:
    'Connect the EHR of a facility, or change how it is reached. https, except on this machine or where EHR_HOSTS names the host. For fhir the portal makes a key pair',
  input: z
    .object({
      clinic_id: id,
      source: z.enum(ehrSources),
      base_url: address,
      /** pcc: by default /auth/token of the same host; fhir: the server says so itself */
      token_url: address.or(z.literal('')).default(''),
      /** pcc: the organisation */
      org_uuid: line(100).default(''),
      /** pcc: facId. fhir: id of the Organization whose patients are read; empty: all that the client may see */
      facility_id: line(100).default(''),
      client_id: line(200, 1),
      /** pcc: client secret; left out of a change it stays */
      secret: z.string().min(1).max(1_000).optional(),
      algorithm: z.enum(ehrAlgorithms).default('ES384'),
    })
    .check(({ value, issues }) => {
      if (value.source !== 'pcc') return
      for (const field of ['org_uuid', 'facility_id'] as const) if (!value[field]) issues.push(missing(field))
    }),
  output: z.object({ clinic_id: z.string(), connection: ehrConnection }),
})

export const removeEhrConnection = call({
  name: 'removeEhrConnection',
  method: 'DELETE',
  path: '/ehr-import/connection',
  access: access.managers,
  summary: 'Forget how the EHR of a facility is reached, with what opens it; residents stay',
  input: z.object({ clinic_id: id }),
  output: noAnswer,
})

export const readEhrJwks = call({
  name: 'readEhrJwks',
  method: 'GET',
  path: '/ehr-import/jwks/{key_id}',
  access: access.public,
  summary: 'The public key (JWK set) that an EHR checks the signatures of the portal with',
  input: z.object({ key_id: id }),
  output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
})

export const startEhrImport = call({
  name: 'startEhrImport',
  method: 'POST',
  path: '/ehr-import',
  access: access.staff,
  summary: 'Read the residents of the connected EHR; what would change is shown before anything is written',
  input: z.object({ clinic_id: id }),
  output: z.object({
    success: z.literal(true),
    message: z.string(),
    ehr_integration_status: z.string(),
    run_id: z.string(),
  }),
})

export const listEhrImports = call({
  name: 'listEhrImports',
  method: 'GET',
  path: '/ehr-import',
  access: access.staff,
  summary: 'Imports of a facility, newest first',
  input: z.object({ clinic_id: id, ...paging }),
  output: listOf(ehrRun),
})

export const readEhrImport = call({
  name: 'readEhrImport',
  method: 'GET',
  path: '/ehr-import/{run_id}',
  access: access.staff,
  summary: 'How far an import is',
  input: z.object({ run_id: id }),
  output: ehrRun,
})

export const listEhrImportRows = call({
  name: 'listEhrImportRows',
  method: 'GET',
  path: '/ehr-import/{run_id}/rows',
  access: access.staff,
  summary: 'What an import would change or has changed, row by row; rows that failed, with the reason',
  input: z.object({
    run_id: id,
    kind: z.enum(ehrRowKinds).optional(),
    /** part of a name or of a record number */
    search,
    ...paging,
  }),
  output: listOf(ehrRow),
})

export const decideEhrImportRow = call({
  name: 'decideEhrImportRow',
  method: 'PUT',
  path: '/ehr-import/{run_id}/rows/{row_no}',
  access: access.staff,
  summary:
    'Decide a row of a preview: skip it, apply it, add it as a new resident, or link it to the resident patient_id; `take` names fields changed here for which the EHR wins',
  input: z
    .object({
      run_id: id,
      row_no: queryInteger(1, 10_000_000),
      decision: z.enum(['skip', 'apply', 'new', 'link']).nullable(),
      patient_id: id.optional(),
      take: z.array(z.enum(ehrFields)).max(ehrFields.length).default([]),
    })
    .check(({ value, issues }) => {
      if (value.decision === 'link' && !value.patient_id) issues.push(missing('patient_id'))
    }),
  output: ehrRow,
})

export const confirmEhrImport = call({
  name: 'confirmEhrImport',
  method: 'POST',
  path: '/ehr-import/{run_id}/confirm',
  access: access.staff,
  summary: 'Write what the preview shows; rows that nobody decided wait for the next import',
  input: z.object({ run_id: id }),
  output: ehrRun,
})

export const cancelEhrImport = call({
  name: 'cancelEhrImport',
  method: 'POST',
  path: '/ehr-import/{run_id}/cancel',
  access: access.staff,
  summary: 'End an import that has not written anything yet',
  input: z.object({ run_id: id }),
  output: ehrRun,
})

export const ehrImportCalls = [
  readEhrConnection,
  saveEhrConnection,
  removeEhrConnection,
  readEhrJwks,
  startEhrImport,
  listEhrImports,
  readEhrImport,
  listEhrImportRows,
  decideEhrImportRow,
  confirmEhrImport,
  cancelEhrImport,
]
