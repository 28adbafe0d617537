import { z } from 'zod'

/** Shapes used by EHR imports (EH-1 to EH-3); the calls are in ehr-import.ts. */

/** pcc: PointClickCare. fhir: FHIR R4 with SMART backend services. */
export const ehrSources = ['pcc', 'fhir'] as const
export type EhrSource = (typeof ehrSources)[number]

/** When imports start by themselves: off, at the beginning of an hour, or at 04:00 of the facility. */
export const ehrSchedules = ['off', 'hourly', 'daily'] as const
export type EhrSchedule = (typeof ehrSchedules)[number]

export const ehrAlgorithms = ['ES384', 'RS384'] as const

/** reading → preview (a person reviews the changes) → applying → done; failed and cancelled write nothing more. */
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

/** What an EHR says about a resident, under our field names. `status`: 1 present, 2 gone. */
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
  /** fhir: what to ask the EHR for; empty: what it announces */
  scopes: z.string(),
  schedule: z.enum(ehrSchedules),
  /** a scheduled import writes what is certain by itself */
  applies_certain: z.boolean(),
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
  /** as the EHR announces it; null if it doesn't */
  rows_announced: z.number().nullable(),
  /** a resident listed earlier was missing, so the EHR is read a second time to be sure */
  is_second_look: z.boolean(),
  counts: kindCounts,
  /** started by the schedule */
  is_scheduled: z.boolean(),
  /** what the EHR refused (HTTP status), or has none of (null) */
  limits: z.array(z.object({ resource: z.enum(['Location', 'Encounter']), status: z.number().nullable() })),
  /** rows that a person still has to decide */
  undecided: z.number(),
  /** rows processed while applying, and how many of them were written */
  looked_at: z.number(),
  applied: z.number(),
  message: z.string().nullable(),
  /** the EHR asked the portal to wait until then */
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
  /** it was changed here too, so a person has to decide */
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
  /** a scheduled import may write it by itself */
  is_certain: z.boolean(),
  /** null: not processed yet */
  applied: z.boolean().nullable(),
})
export type EhrRow = z.output<typeof ehrRow>
