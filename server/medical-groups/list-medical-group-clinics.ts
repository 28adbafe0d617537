import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listMedicalGroupClinics as declaration } from '@eupnea/contract/medical-groups.ts'
import type { Ctx } from '../platform/context.ts'
import { wholeList } from '../platform/paging.ts'
import { medicalGroupOf } from './medical-group-of.ts'
import { selectGroupedClinics } from './medical-groups.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Clinics of a medical group, by name (MG-2). */
export async function listMedicalGroupClinics({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { medical_group_id } = await medicalGroupOf(ctx, input.medical_group_id)
  const { rows } = await selectGroupedClinics(ctx, { group: medical_group_id })
  return wholeList(rows.map(({ id, name, tz }) => ({ id, name, tz })))
}
