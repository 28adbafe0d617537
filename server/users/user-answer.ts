import type { User } from '@eupnea/contract/users.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { selectUser, type UserRow } from './users.sql.ts'

/** A row as the contract's user. Hides the ids of clinics that the caller may not see. */
export function userAnswerOf({ clinic_ids, admin_clinic_ids, clinic_list, ...row }: UserRow): User {
  const seen = new Set(clinic_list.map(({ id }) => id))
  return {
    id: row.id,
    user_type: row.user_type as User['user_type'],
    clinic_ids: clinic_ids.filter((id) => seen.has(id)),
    admin_clinic_ids: admin_clinic_ids.filter((id) => seen.has(id)),
    has_other_clinics: clinic_ids.length > seen.size,
    clinic_list,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    dob: row.dob,
    gender: row.gender,
    is_otp_enabled: row.is_otp_enabled,
    weight_kg: row.weight_kg,
    height_cm: row.height_cm,
    is_cpro_app_member: row.is_cpro_app_member,
    groups: row.groups,
    m_credentials: row.m_credentials,
    m_npi: row.m_npi,
    contact: row.contact,
    status: row.status as User['status'],
    is_email_verified: row.email_verified,
    created_at: row.created_at.toString(),
    last_login: row.last_login?.toString() ?? null,
  }
}

/** Those whose answer holds health data, as audit entries name them (DO-3). */
export const withHealthData = (rows: readonly UserRow[]) =>
  rows
    .filter(
      ({ user_type, dob, weight_kg, height_cm }) =>
        // That somebody is a patient is health data too.
        user_type === 'home_health_patient' || dob !== null || weight_kg !== null || height_cm !== null,
    )
    .map(({ id }) => ({ detail: { user_id: id } }))

/** One user as they are now. @throws 404 */
export async function userAnswer(ctx: Ctx, user_id: string): Promise<User> {
  const row = await selectUser(ctx, user_id)
  if (!row) throw notFound('user')
  return userAnswerOf(row)
}
