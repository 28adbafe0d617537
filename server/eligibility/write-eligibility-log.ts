import type { Resident } from '@eupnea/contract/residents.ts'
import type { Ctx } from '../platform/context.ts'
import { insertEligibilityLog } from './eligibility.sql.ts'

/** Records that a face sheet was stored, in the transaction that stores it (RE-2, BI-4). */
export async function writeEligibilityLog(ctx: Ctx, resident: Resident, file_id: string): Promise<void> {
  const { actor } = ctx
  await insertEligibilityLog(ctx, {
    clinic_id: resident.clinic_id,
    resident_id: resident.patient_id,
    file_id,
    information_file: resident.information_file ?? '',
    billing_information: resident.billing_information,
    created_by: 'id' in actor ? actor.id : actor.type,
    created_name: actor.type === 'user' ? actor.name : actor.type,
  })
}
