import type { UserType } from '@eupnea/contract/access.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { mayAdministerClinics } from '@eupnea/contract/users.fields.ts'
import type { updateUser as declaration } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit, recordAuditOncePer } from '../audit/index.ts'
import { refuseStaleClinics } from '../clinics/index.ts'
import { seesAll } from '../platform/context.ts'
import type { Verb } from '../platform/route.ts'
import { endSessionsOf, voidProofsOf } from '../sessions/index.ts'
import { checkAdminClinics, checkClinicCount, checkClinics } from './check-clinics.ts'
import { checkUser } from './check-user.ts'
import { emailTaken } from './create-user.ts'
import { lockUser } from './lock-user.ts'
import { replaceClinics } from './replace-clinics.ts'
import { userAnswer } from './user-answer.ts'
import { setAdminClinics } from './user-clinics.sql.ts'
import {
  asksForAdminFeature,
  groupsOf,
  hasAdminFeature,
  isSuperadmin,
  refuseEscalation,
  refuseLastSuperadmin,
  refuseOneself,
} from './user-rights.ts'
import { type UserRow, updateUserRow } from './users.sql.ts'

/**
 * Changes a user; omitted fields keep their value (US-1, US-5). A new e-mail address must be verified again, and
 * anything sent to the old one becomes void. A user who loses rights is signed out immediately.
 * @throws 404, 403 for an administrator unless the caller is a Superadmin, 409 field `email` when it is taken, 409 for
 * the caller's own rights and the last Superadmin (US-8), 409 when somebody has changed the clinics since (`was`), 422
 * field `clinic_ids` or `contact`
 */
export const updateUser: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_id, clinic_ids, admin_clinic_ids, was, is_admin_feature: _said, groups: _given, ...fields } = input
  const before = await lockUser(ctx, user_id)
  const type = fields.user_type ?? (before.user_type as UserType)
  const groups = groupsOf(type, asksForAdminFeature(input) ?? hasAdminFeature(before))
  const after = { groups, user_type: type, ...(clinic_ids && { clinic_ids }) }
  refuseEscalation(ctx, before, after)
  const losesRights =
    !isSuperadmin(after) && (isSuperadmin(before) || (hasAdminFeature(before) && !hasAdminFeature(after)))
  if (type !== before.user_type || losesRights) refuseOneself(ctx, user_id, m.user_own_rights())
  if (isSuperadmin(before) && !isSuperadmin(after)) await refuseLastSuperadmin(ctx, before)

  if (clinic_ids)
    await refuseStaleClinics(ctx, 'user', { held: before.clinic_ids, wanted: clinic_ids, was: was?.clinic_ids })
  const clinics = clinic_ids && (await checkClinics(ctx, type, clinic_ids))
  if (!clinics && fields.user_type !== undefined) checkClinicCount(type, before.clinic_ids.length)
  const held = clinics ?? before.clinic_ids
  if (admin_clinic_ids) checkAdminClinics(type, held, admin_clinic_ids)
  const isKept = (id: string) => mayAdministerClinics(type) && held.includes(id)
  const administers = admin_clinic_ids ?? before.admin_clinic_ids.filter(isKept)
  if (!seesAll(ctx.actor) && before.admin_clinic_ids.some((id) => !administers.includes(id)))
    refuseOneself(ctx, user_id, m.user_own_rights())
  const changed = changedOf(before, {
    ...fields,
    groups,
    name: userName({
      first_name: fields.first_name ?? before.first_name,
      last_name: fields.last_name ?? before.last_name,
    }),
    is_cpro_app_member: type === 'clinic-app',
    ...(fields.email !== undefined && fields.email !== before.email ? { email_verified: false } : {}),
  })
  const { contact = before.contact, is_otp_enabled = before.is_otp_enabled } = fields
  checkUser({ user_type: type, clinic_ids: held, contact, is_otp_enabled }, Object.keys(changed))
  if (Object.keys(changed).length > 0 && !(await updateUserRow(ctx, user_id, changed))) throw emailTaken()
  const moved = clinics ? await replaceClinics(ctx, user_id, clinics) : { added: [], removed: [] }

  await setAdminClinics(ctx, user_id, administers)
  const hasTurned = new Set(before.admin_clinic_ids).symmetricDifference(new Set(administers)).size > 0
  const hasMoved = moved.added.length + moved.removed.length > 0
  if (Object.keys(changed).length > 0 || hasMoved || hasTurned)
    await recordAudit(ctx, {
      act: 'user.update',
      detail: { user_id, ...(hasMoved ? { clinics: moved } : {}) },
      changes: changesOf(before, {
        ...changed,
        name: undefined,
        ...(hasTurned && { admin_clinic_ids: administers }),
      }),
    })
  // The answer is read all the same.
  else await recordAuditOncePer(ctx, 60, { act: 'user.read', detail: { user_id } })
  if ('email' in changed) await voidProofsOf(ctx, user_id)
  // First: it says why live connections end.
  if ('groups' in changed || hasMoved || hasTurned) await ctx.emit({ type: 'access_changed', user_id })
  if (losesRights) await endSessionsOf(ctx, user_id)
  return userAnswer(ctx, user_id)
}

/** The values that differ from the stored ones. */
function changedOf(before: UserRow, values: Partial<UserRow>): Partial<UserRow> {
  const kept: Readonly<Record<string, unknown>> = before
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(kept[name]),
    ),
  )
}
