import type { setUserClinics as declaration } from '@eupnea/contract/users.ts'
import { recordAudit } from '../audit/index.ts'
import { refuseStaleClinics } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { checkClinics } from './check-clinics.ts'
import { lockUser } from './lock-user.ts'
import { replaceClinics } from './replace-clinics.ts'
import { userAnswer } from './user-answer.ts'
import { refuseEscalation } from './user-rights.ts'

/**
 * Replaces the clinics that a user may see (US-3) and checks their live connections again.
 * @throws 404, 403 for an administrator unless the caller is a Superadmin, 409 when somebody has changed them since
 * (`was`), 422 field `clinic_ids`
 */
export const setUserClinics: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_id } = input
  const user = await lockUser(ctx, user_id)
  refuseEscalation(ctx, user)
  await refuseStaleClinics(ctx, 'user', { held: user.clinic_ids, wanted: input.clinic_ids, was: input.was?.clinic_ids })
  const moved = await replaceClinics(ctx, user_id, await checkClinics(ctx, user.user_type, input.clinic_ids))
  if (moved.added.length + moved.removed.length > 0) {
    await recordAudit(ctx, { act: 'user.set-clinics', detail: { user_id, ...moved } })
    await ctx.emit({ type: 'access_changed', user_id })
  }
  const { clinic_ids, clinic_list } = await userAnswer(ctx, user_id)
  return { clinic_ids, clinic_list }
}
