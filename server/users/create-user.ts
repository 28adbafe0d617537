import { userName } from '@eupnea/contract/user-name.ts'
import type { createUser as declaration } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { type Sessions, setPassword } from '../sessions/index.ts'
import { checkAdminClinics, checkClinics } from './check-clinics.ts'
import { checkUser } from './check-user.ts'
import { userAnswer } from './user-answer.ts'
import { insertUserClinics, setAdminClinics } from './user-clinics.sql.ts'
import { asksForAdminFeature, groupsOf, refuseEscalation } from './user-rights.ts'
import { insertUser } from './users.sql.ts'

/**
 * Creates a user (US-1, US-4). Without a password they are mailed an invitation to choose one.
 * @throws 409 field `email` when it is taken, 422 field `clinic_ids`, `contact` or `password`
 */
export const createUser =
  (sessions: Pick<Sessions, 'sendSetPassword'>): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { password, clinic_ids, admin_clinic_ids, is_admin_feature: _said, groups: _given, ...fields } = input
    const is_admin_feature = asksForAdminFeature(input) ?? false
    const { user_type, email, first_name } = fields
    const groups = groupsOf(user_type, is_admin_feature)
    refuseEscalation(ctx, null, { groups, user_type, clinic_ids })
    const clinics = await checkClinics(ctx, user_type, clinic_ids)
    checkAdminClinics(user_type, clinics, admin_clinic_ids)
    checkUser({ ...fields, clinic_ids: clinics }, Object.keys(fields))
    const id = await insertUser(ctx, {
      ...fields,
      name: userName(fields),
      groups,
      is_cpro_app_member: user_type === 'clinic-app',
    })
    if (!id) throw emailTaken()
    await insertUserClinics(ctx, [id], clinics)
    await setAdminClinics(ctx, id, admin_clinic_ids)
    await recordAudit(ctx, {
      act: 'user.create',
      detail: { user_id: id, user_type, is_admin_feature, clinic_ids: clinics, admin_clinic_ids },
    })
    if (password === undefined) await sessions.sendSetPassword(ctx, { id, email, first_name })
    else await setPassword(ctx, id, password)
    return userAnswer(ctx, id)
  }

export const emailTaken = () => conflict('email_taken', m.user_email_taken(), 'email')
