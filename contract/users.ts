import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access, groups, userTypes } from './access.ts'
import { call } from './call.ts'
import {
  id,
  inputOf,
  instant,
  listOf,
  newOf,
  noAnswer,
  optionalId,
  outputOf,
  paging,
  password,
  queryInteger,
  schemaOf,
  search,
} from './fields.ts'
import { userFields } from './users.fields.ts'

/** 1 may sign in, 0 is disabled */
const userStatus = z.literal([0, 1])

const told = outputOf(userFields)

/** A user record (specification section 3). Passwords never leave the portal. */
const user = z.object({
  id: z.string(),
  user_type: z.enum(userTypes),
  clinic_ids: told.clinic_ids,
  admin_clinic_ids: told.admin_clinic_ids,
  /** works at facilities that the caller may not see */
  has_other_clinics: z.boolean(),
  clinic_list: z.array(z.object({ id: z.string(), name: z.string() })),
  first_name: told.first_name,
  last_name: told.last_name,
  email: told.email,
  dob: told.dob,
  gender: told.gender,
  is_otp_enabled: told.is_otp_enabled,
  weight_kg: told.weight_kg,
  height_cm: told.height_cm,
  is_cpro_app_member: z.boolean(),
  groups: z.array(z.string()),
  m_credentials: told.m_credentials,
  m_npi: told.m_npi,
  contact: told.contact,
  status: userStatus,
  is_email_verified: z.boolean(),
  created_at: instant,
  /** end of the last successful sign-in, ISO 8601 */
  last_login: instant.nullable(),
})
export type User = z.output<typeof user>

/** Comma-separated user types; empty means all. */
const typeList = new RegExp(`^(|(${userTypes.join('|')})(,(${userTypes.join('|')}))*)$`)

const base = '/patient-centric-app-v2/admin'

/** The clinics as the caller last saw them; the call is refused if someone has changed them since */
const was = user.pick({ clinic_ids: true }).optional()

/** as records hold them: says the same where is_admin_feature does not; the other groups follow from the type */
const groupList = z.array(z.enum(groups)).max(20).optional()

export const createUser = call({
  name: 'createUser',
  method: 'POST',
  path: `${base}/v2/users`,
  access: access.clinicAdmins,
  fresh: true,
  summary: m.user_create_call(),
  input: z.object({
    ...newOf(userFields),
    clinic_ids: schemaOf(userFields.clinic_ids).default([]),
    admin_clinic_ids: schemaOf(userFields.admin_clinic_ids).default([]),
    is_otp_enabled: schemaOf(userFields.is_otp_enabled).default(false),
    groups: groupList,
    password: password.optional(),
  }),
  output: user,
})

export const userSorts = ['name', 'email', 'user_type', 'created_at', 'last_login'] as const

export const listUsers = call({
  name: 'listUsers',
  method: 'GET',
  path: `${base}/v2/users`,
  access: access.managersAndClinicAdmins,
  summary: m.user_list_call(),
  input: z.object({
    user_types: z
      .string()
      .max(200)
      .regex(typeList, m.user_types_wrong({ types: userTypes.join(', ') }))
      .optional(),
    name: search,
    email: search,
    user_id: optionalId,
    sort: z.enum(userSorts).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    status: z.coerce
      .string()
      .pipe(z.enum(['0', '1', '']))
      .transform((value) => (value === '' ? undefined : Number(value)))
      .optional(),
    clinic_id: optionalId,
    page: queryInteger(1, 1_000_000).prefault(1),
    page_size: queryInteger(1, 200).prefault(10),
  }),
  output: listOf(user)
    .omit({ items: true })
    .extend({ users: z.array(user) }),
})

export const listUsersOfType = call({
  name: 'listUsersOfType',
  method: 'GET',
  path: `${base}/users`,
  access: access.managers,
  summary: m.user_list_of_type_call(),
  input: z.object({
    user_type: z.enum([...userTypes, '']).optional(),
    page: paging.page,
    // A caller that doesn't ask for pages gets as many as a page may hold.
    page_size: queryInteger(1, 200).prefault(200),
  }),
  output: listOf(user),
})

export const readUser = call({
  name: 'readUser',
  method: 'GET',
  path: `${base}/v2/users/{user_id}`,
  access: access.managersAndClinicAdmins,
  summary: m.user_read_call(),
  input: z.object({ user_id: id }),
  output: user,
})

/** Fields omitted in an update stay as they are. */
export const updateUser = call({
  name: 'updateUser',
  method: 'PUT',
  path: `${base}/v3/users/{user_id}`,
  access: access.clinicAdmins,
  fresh: true,
  summary: m.user_update_call(),
  input: z.object({ user_id: id, ...inputOf(userFields), groups: groupList, was }),
  output: user,
})

export const deleteUser = call({
  name: 'deleteUser',
  method: 'DELETE',
  path: `${base}/users/{user_id}`,
  access: access.clinicAdmins,
  fresh: true,
  summary: m.user_delete_call(),
  input: z.object({ user_id: id }),
  output: noAnswer,
})

export const sendSetPasswordEmail = call({
  name: 'sendSetPasswordEmail',
  method: 'PUT',
  path: `${base}/users/send_set_password_email/{user_id}`,
  access: access.clinicAdmins,
  fresh: true,
  summary: m.user_password_call(),
  input: z.object({ user_id: id, password: password.optional() }),
  output: noAnswer,
})

export const resetUserTwoStep = call({
  name: 'resetUserTwoStep',
  method: 'DELETE',
  path: `${base}/users/{user_id}/two-step`,
  access: access.admin,
  fresh: true,
  summary: m.user_reset_two_step_call(),
  input: z.object({ user_id: id }),
  output: noAnswer,
})

export const setUserStatus = call({
  name: 'setUserStatus',
  method: 'PUT',
  path: `${base}/users/{user_id}/status`,
  access: access.clinicAdmins,
  fresh: true,
  summary: m.user_status_call(),
  input: z.object({ user_id: id, status: userStatus }),
  output: user,
})

/** One sign-in or attempt, in the shape of the identity providers that the field is used to. */
const authEvent = z.object({
  EventId: z.string(),
  EventType: z.enum(['SignIn', 'SignOut', 'ForgotPassword', 'NewPassword']),
  CreationDate: instant,
  EventResponse: z.enum(['Pass', 'Fail', 'InProgress']),
  ChallengeResponses: z.array(
    z.object({
      ChallengeName: z.enum(['Password', 'NewPassword', 'Otp', 'RecoveryCode', 'App', 'BackupCode', 'Passkey']),
      ChallengeResponse: z.enum(['Success', 'Failure']),
    }),
  ),
  EventContextData: z.object({ IpAddress: z.string().nullable(), DeviceName: z.string().nullable() }),
})
export type AuthEvent = z.output<typeof authEvent>

export const readLoginHistory = call({
  name: 'readLoginHistory',
  method: 'GET',
  path: `${base}/users/{user_id}/login/history`,
  access: access.clinicAdmins,
  summary: m.user_history_call(),
  input: z.object({ user_id: id, ...paging }),
  output: listOf(authEvent)
    .omit({ items: true })
    .extend({ AuthEvents: z.array(authEvent) }),
})

const userClinics = z.object({
  clinic_ids: z.array(z.string()),
  clinic_list: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const readUserClinics = call({
  name: 'readUserClinics',
  method: 'GET',
  path: `${base}/users/{user_id}/clinics`,
  access: access.admin,
  summary: m.user_clinics_call(),
  input: z.object({ user_id: id }),
  output: userClinics,
})

export const setUserClinics = call({
  name: 'setUserClinics',
  method: 'PUT',
  path: `${base}/users/{user_id}/clinics`,
  access: access.admin,
  fresh: true,
  summary: m.user_set_clinics_call(),
  input: z.object({ user_id: id, clinic_ids: schemaOf(userFields.clinic_ids), was }),
  output: userClinics,
})

export const assignClinicToUsers = call({
  name: 'assignClinicToUsers',
  method: 'PUT',
  path: `${base}/clinics/assign/users`,
  access: access.admin,
  fresh: true,
  summary: m.user_assign_call(),
  input: z.object({ clinic_id: id, user_ids: z.array(id).min(1).max(1_000) }),
  output: z.object({ assigned: z.number() }),
})

export const userCalls = [
  createUser,
  listUsers,
  listUsersOfType,
  readUser,
  updateUser,
  deleteUser,
  sendSetPasswordEmail,
  resetUserTwoStep,
  setUserStatus,
  readLoginHistory,
  readUserClinics,
  setUserClinics,
  assignClinicToUsers,
]
