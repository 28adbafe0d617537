import type { deleteMedicalGroup as declaration } from '@eupnea/contract/medical-groups.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deleteMedicalGroupRow } from './medical-groups.sql.ts'

/** Deletes a medical group; its clinics stay. @throws 404 */
export const deleteMedicalGroup: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { medical_group_id } = input
  if (!(await deleteMedicalGroupRow(ctx, medical_group_id))) throw notFound('medical group')
  await recordAudit(ctx, { act: 'medical-group.delete', detail: { medical_group_id } })
  return {}
}
