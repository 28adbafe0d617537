import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { anyConnectionFields, connectionFields } from './ehr-import.fields.ts'
import {
  ehrAlgorithms,
  ehrConnection,
  ehrFields,
  ehrRow,
  ehrRowKinds,
  ehrRun,
  ehrSchedules,
  ehrSources,
} from './ehr-shapes.ts'
import { id, listOf, missing, noAnswer, paging, queryInteger, schemaOf, search } from './fields.ts'

export * from './ehr-shapes.ts'

/** Import of residents from an external EHR (EH-1 to EH-4). */

const { base_url, token_url, org_uuid, facility_id, client_id, secret, scopes } = anyConnectionFields

export const readEhrConnection = call({
  name: 'readEhrConnection',
  method: 'GET',
  path: '/ehr-import/connection',
  access: access.staff,
  summary: m.ehr_import_read_connection_call(),
  input: z.object({ clinic_id: id }),
  output: z.object({ clinic_id: z.string(), connection: ehrConnection.nullable() }),
})

export const saveEhrConnection = call({
  name: 'saveEhrConnection',
  method: 'PUT',
  path: '/ehr-import/connection',
  access: access.managers,
  fresh: true,
  summary: m.ehr_import_save_connection_call(),
  input: z
    .object({
      clinic_id: id,
      source: z.enum(ehrSources),
      base_url: schemaOf(base_url),
      token_url: schemaOf(token_url).default(''),
      org_uuid: schemaOf(org_uuid).default(''),
      facility_id: schemaOf(facility_id).default(''),
      client_id: schemaOf(client_id),
      secret: schemaOf({ ...secret, isRequired: true }).optional(),
      algorithm: z.enum(ehrAlgorithms).default('ES384'),
      scopes: schemaOf(scopes).default(''),
      schedule: z.enum(ehrSchedules).default('off'),
      applies_certain: z.boolean().default(false),
    })
    .check(({ value, issues }) => {
      // Whether there is a secret already is known to the server alone.
      for (const [field, { isRequired }] of Object.entries(connectionFields(value.source, true)))
        if (isRequired && !value[field as keyof typeof value]) issues.push(missing(field))
    }),
  output: z.object({ clinic_id: z.string(), connection: ehrConnection }),
})

export const removeEhrConnection = call({
  name: 'removeEhrConnection',
  method: 'DELETE',
  path: '/ehr-import/connection',
  access: access.managers,
  summary: m.ehr_import_remove_connection_call(),
  input: z.object({ clinic_id: id }),
  output: noAnswer,
})

export const readEhrJwks = call({
  name: 'readEhrJwks',
  method: 'GET',
  path: '/ehr-import/jwks/{key_id}',
  access: access.public,
  summary: m.ehr_import_read_jwks_call(),
  input: z.object({ key_id: id }),
  output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
})

export const startEhrImport = call({
  name: 'startEhrImport',
  method: 'POST',
  path: '/ehr-import',
  access: access.staff,
  summary: m.ehr_import_start_call(),
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
  summary: m.ehr_import_list_call(),
  input: z.object({ clinic_id: id, ...paging }),
  output: listOf(ehrRun),
})

export const readEhrImport = call({
  name: 'readEhrImport',
  method: 'GET',
  path: '/ehr-import/{run_id}',
  access: access.staff,
  summary: m.ehr_import_read_call(),
  input: z.object({ run_id: id }),
  output: ehrRun,
})

export const listEhrImportRows = call({
  name: 'listEhrImportRows',
  method: 'GET',
  path: '/ehr-import/{run_id}/rows',
  access: access.staff,
  summary: m.ehr_import_list_rows_call(),
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
  summary: m.ehr_import_decide_call(),
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
  summary: m.ehr_import_confirm_call(),
  input: z.object({ run_id: id }),
  output: ehrRun,
})

export const cancelEhrImport = call({
  name: 'cancelEhrImport',
  method: 'POST',
  path: '/ehr-import/{run_id}/cancel',
  access: access.staff,
  summary: m.ehr_import_cancel_call(),
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
