import type { Ctx } from '../platform/context.ts'
import { updateClinicRow } from './clinics.sql.ts'

/** Sets the state of a clinic's EHR connection (EH-1). */
export async function setEhrStatus(ctx: Ctx, clinic_id: string, ehr_integration_status: string): Promise<void> {
  await updateClinicRow(ctx, clinic_id, { ehr_integration_status })
}
