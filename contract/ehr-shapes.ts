import { z } from 'zod'

/** What imports from an EHR are made of (EH-1 to EH-3); the calls are in ehr-import.ts. */

/** pcc: PointClickCare. fhir: FHIR R4 with SMART backend services. */
export const ehrSources = ['pcc', 'fhir'] as const
export type EhrSource = (typeof ehrSources)[number]

export const ehrAlgorithms = ['ES384', 'RS384'] as const

/** reading → preview (a person looks at what would change) → applying → done; failed and cancelled change nothing more. */
const ehrRunStates = ['reading', 'preview', 'applying', 'done', 'failed', 'cancelled'] as const
export type EhrRunState = (typeof ehrRunStates)[number]

/** `ehr_integration_status` of a clinic; empty where no EHR is connected. */
export const ehrStatusOf: Readonly<Record<EhrRunState | 'connected' | 'none', string>> = {
  none: '',
  connected: 'connected',
  reading: 'reading',
  preview: 'waiting for confirmation',
  applying: 'importing',
  done: 'imported',
  failed: 'failed',
  cancelled: 'cancelled',
}

export const ehrRowKinds = ['create', 'update', 'discharge', 'ask', 'failed', 'left_out', 'unchanged'] as const
export type EhrRowKind = (typeof ehrRowKinds)[number]

/** What an EHR tells of a resident, by the names that residents have. `status`: 1 present, 2 gone. */
export const ehrFields = [
  'first_name',
  'last_name',
  'dob',
  'gender',
  'mr_no',
  'room',
  'floor',
  'date_of_admission',
  'status',
] as const
export type EhrField = (typeof ehrFields)[number]

export const ehrConnection = z.object({
  source: z.enum(ehrSources),
  base_url: z.string(),
  token_url: z.string(),
  org_uuid: z.string(),
  facility_id: z.string(),
  client_id: z.string(),
  /** fhir: what the portal signs with */
  algorithm: z.enum(ehrAlgorithms).nullable(),
  /** fhir: path below the portal's address at which the EHR finds the public key */
  jwks_path: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string(),
})
export type EhrConnection = z.output<typeof ehrConnection>

const kindCounts = z.record(z.enum(ehrRowKinds), z.number())

export const ehrRun = z.object({
  run_id: z.string(),
  clinic_id: z.string(),
  source: z.enum(ehrSources),
  state: z.enum(ehrRunStates),
  started_at: z.string(),
  started_by: z.string(),
  confirmed_by: z.string().nullable(),
  finished_at: z.string().nullable(),
  pages: z.number(),
  rows_read: z.number(),
  /** as the EHR announces it; null: it does not */
  rows_announced: z.number().nullable(),
  /** somebody who was listed before is missing, and the EHR is, or was, read once more to be sure */
  is_second_look: z.boolean(),
  counts: kindCounts,
  /** rows that a person still has to decide */
  undecided: z.number(),
  /** rows looked at while applying, and of those written */
  looked_at: z.number(),
  applied: z.number(),
  message: z.string().nullable(),
  /** the EHR asked for patience until then */
  waits_until: z.string().nullable(),
})
export type EhrRun = z.output<typeof ehrRun>

const candidate = z.object({
  patient_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  dob: z.string().nullable(),
  mrNo: z.string().nullable(),
  room: z.string(),
  status: z.number(),
})

export const ehrRow = z.object({
  row_no: z.number(),
  external_id: z.string().nullable(),
  kind: z.enum(ehrRowKinds),
  reason: z.string(),
  name: z.string(),
  dob: z.string().nullable(),
  mrNo: z.string().nullable(),
  room: z.string(),
  /** the resident here; null: none yet */
  patient_id: z.string().nullable(),
  candidates: z.array(candidate),
  /** asks: it was changed here, so a person decides */
  changes: z.array(
    z.object({
      field: z.enum(ehrFields),
      from: z.string().nullable(),
      to: z.string().nullable(),
      asks: z.boolean(),
    }),
  ),
  decision: z.enum(['skip', 'apply', 'new', 'link']).nullable(),
  take: z.array(z.enum(ehrFields)),
  /** null: not yet looked at */
  applied: z.boolean().nullable(),
})
export type EhrRow = z.output<typeof ehrRow>
