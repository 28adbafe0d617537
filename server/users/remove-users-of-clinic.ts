import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { deleteClinicOfUsers } from './user-clinics.sql.ts'
import { deleteStaffWithoutClinic } from './users.sql.ts'

/**
 * Removes a clinic from its users because it is being deleted. Its staff without another clinic are deleted with their
 * sessions; users of other types stay, and so do administrators, one of whom is deleting it.
 */
export async function removeUsersOfClinic(ctx: Ctx, clinic_id: string): Promise<void> {
  const users = await deleteClinicOfUsers(ctx, clinic_id)
  const removed = await deleteStaffWithoutClinic(ctx, users)
  if (removed > 0) await recordAudit(ctx, { act: 'user.remove-all', clinic_id, detail: { count: removed } })
  for (const user_id of users) await ctx.emit({ type: 'access_changed', user_id })
}
