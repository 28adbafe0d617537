import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { deleteMedicalGroup as declaration } from '@eupnea/contract/medical-groups.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deleteMedicalGroupRow } from './medical-groups.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Deletes a medical group; its clinics stay. @throws 404 */
export async function deleteMedicalGroup({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { medical_group_id } = input
  if (!(await deleteMedicalGroupRow(ctx, medical_group_id))) throw notFound('medical group')
  await recordAudit(ctx, { act: 'medical-group.delete', detail: { medical_group_id } })
  return {}
}
