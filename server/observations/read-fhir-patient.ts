import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readFhirPatient as declaration } from '@eupnea/contract/observations.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { patientResource } from './fhir-shapes.ts'
import { selectPatient } from './observations.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** One resident as a FHIR patient (EH-2). @throws 404 */
export async function readFhirPatient({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const row = await selectPatient(ctx, input.patient_id)
  if (!row) throw notFound('patient')
  await recordAudit(ctx, { act: 'observation.read-patient', clinic_id: row.clinic_id, resident_id: row.resident_id })
  return patientResource(row)
}
