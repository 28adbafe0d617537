import type { assignClinicToUsers as declaration } from '@eupnea/contract/users.ts'
import { recordAudits } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { checkClinicCount } from './check-clinics.ts'
import { insertUserClinics } from './user-clinics.sql.ts'
import { refuseEscalation } from './user-rights.ts'
import { lockRights, lockUsers } from './users.sql.ts'

/**
 * Gives many users access to one clinic, all or none (US-3).
 * @returns how many didn't have it yet
 * @throws 404 for an unknown clinic or user, 403 for an administrator unless the caller is a Superadmin, 422 field
 * `clinic_ids` for a user who may only have one clinic and has another
 */
export const assignClinicToUsers: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const ids = [...new Set(input.user_ids)]
  // Before reading the rows, so that concurrent changes are finished.
  await lockRights(ctx)
  const users = await lockUsers(ctx, ids)
  if (users.length < ids.length) throw notFound('user')
  for (const user of users) {
    refuseEscalation(ctx, user)
    checkClinicCount(user.user_type, new Set([...user.clinic_ids, clinic_id]).size)
  }
  const added = (await insertUserClinics(ctx, ids, [clinic_id])).map(({ user_id }) => user_id)
  await recordAudits(
    ctx,
    added.map((user_id) => ({ act: 'user.assign-clinic', clinic_id, detail: { user_id } })),
  )
  for (const user_id of added) await ctx.emit({ type: 'access_changed', user_id })
  return { assigned: added.length }
}
