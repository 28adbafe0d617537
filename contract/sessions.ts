import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access, groups, roles } from './access.ts'
import { call } from './call.ts'
import { email, instant, noAnswer, password } from './fields.ts'

/** The signed-in person (specification section 3, "User session"). */
const session = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  email: z.string(),
  avatar: z.string().nullable(),
  authorized: z.boolean(),
  loading: z.boolean(),
  token: z.string(),
  isSA: z.boolean(),
  isAdminFeature: z.boolean(),
  /** a Clinic user who administers facilities: those of admin_clinic_ids (EA-3) */
  isClinicAdmin: z.boolean(),
  details: z.object({ admin_id: z.string().nullable(), user_id: z.string() }),
  clinic_ids: z.array(z.string()),
  admin_clinic_ids: z.array(z.string()),
  is_email_verified: z.boolean(),
  /** the user agreement hasn't been accepted yet; shown once, at the first sign-in (ID-10) */
  is_agreement_due: z.boolean(),
})
export type Session = z.output<typeof session>

export const signedIn = z.object({ status: z.literal('signedIn'), token: z.string(), user: session })

/** Ways to pass the second step: a code that was sent, one that an app shows, a passkey, or a code kept for when it is lost (DO-5). */
const signInMethods = ['sent', 'app', 'passkey', 'backup'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** The state of a sign-in: complete, or the next step with its challenge (ID-2, ID-3). */
export const signInAnswer = z.discriminatedUnion('status', [
  signedIn,
  z.object({ status: z.literal('newPasswordRequired'), challenge: z.string() }),
  z.object({ status: z.literal('otpRequired'), challenge: z.string(), methods: z.array(z.enum(signInMethods)) }),
  /** the role requires a second step, and none is set up (DO-5) */
  z.object({ status: z.literal('enrolmentRequired'), challenge: z.string() }),
])
export type SignInAnswer = z.output<typeof signInAnswer>

export const challenge = z.string().min(1).max(128)

/** As typed: spaces are ignored. */
const code = z
  .string()
  .max(32)
  .transform((value) => value.replaceAll(/\s/g, ''))

export const signIn = call({
  name: 'signIn',
  method: 'POST',
  path: '/auth/sign-in',
  access: access.public,
  summary: m.session_sign_in_call(),
  input: z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().min(1).max(256) }),
  output: signInAnswer,
})

export const completeNewPassword = call({
  name: 'completeNewPassword',
  method: 'POST',
  path: '/auth/new-password',
  access: access.public,
  summary: m.session_new_password_call(),
  input: z.object({ challenge, password }),
  output: signInAnswer,
})

export const confirmOtp = call({
  name: 'confirmOtp',
  method: 'POST',
  path: '/auth/otp',
  access: access.public,
  summary: m.session_otp_call(),
  input: z.object({ challenge, code }),
  output: signedIn,
})

export const forgotPassword = call({
  name: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot-password',
  access: access.public,
  summary: m.session_forgot_call(),
  input: z.object({ email }),
  output: z.object({ status: z.literal('codeSent') }),
})

export const resetPassword = call({
  name: 'resetPassword',
  method: 'POST',
  path: '/auth/forgot-password/submit',
  access: access.public,
  summary: m.session_reset_call(),
  input: z.object({ email, code, password }),
  output: z.object({ status: z.literal('passwordChanged') }),
})

export const verifyEmail = call({
  name: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  access: access.signedIn,
  summary: m.session_verify_call(),
  input: z.object({}),
  output: z.object({ status: z.literal('codeSent') }),
})

export const confirmEmail = call({
  name: 'confirmEmail',
  method: 'POST',
  path: '/auth/verify-email/submit',
  access: access.signedIn,
  summary: m.session_confirm_email_call(),
  input: z.object({ code }),
  output: z.object({ status: z.literal('emailVerified') }),
})

export const acceptAgreement = call({
  name: 'acceptAgreement',
  method: 'POST',
  path: '/user-agreement/userAgreement',
  access: access.signedIn,
  summary: m.session_agreement_call(),
  input: z.object({}),
  output: z.object({ accepted_at: instant }),
})

/** One call as the access-control lists show it. */
const api = z.object({ name: z.string(), method: z.string(), path: z.string(), summary: z.string() })

export const getAllApis = call({
  name: 'getAllApis',
  method: 'GET',
  path: '/sa-acm/v1/getAllApis',
  access: access.signedIn,
  summary: m.session_list_calls_call(),
  input: z.object({}),
  output: z.object({ items: z.array(api.extend({ groups: z.array(z.string()) })) }),
})

export const getAllApisOfRole = call({
  name: 'getAllApisOfRole',
  method: 'GET',
  path: '/sa-acm/v1/getAllApisOfRole',
  access: access.signedIn,
  summary: m.session_list_calls_of_role_call(),
  input: z.object({ group: z.enum(groups) }),
  output: z.object({ group: z.enum(groups), items: z.array(api) }),
})

export const signOut = call({
  name: 'signOut',
  method: 'POST',
  path: '/auth/sign-out',
  access: access.signedIn,
  summary: m.session_sign_out_call(),
  input: z.object({}),
  output: noAnswer,
})

export const readSession = call({
  name: 'readSession',
  method: 'GET',
  path: '/auth/session',
  access: access.signedIn,
  summary: m.session_read_call(),
  input: z.object({}),
  output: session,
})

export const createLiveToken = call({
  name: 'createLiveToken',
  method: 'POST',
  path: '/auth/live-token',
  access: access.watchers,
  summary: m.session_live_token_call(),
  input: z.object({}),
  output: z.object({ token: z.string(), expires_at: instant }),
})

export const sessionCalls = [
  signIn,
  completeNewPassword,
  confirmOtp,
  forgotPassword,
  resetPassword,
  verifyEmail,
  confirmEmail,
  acceptAgreement,
  signOut,
  readSession,
  createLiveToken,
  getAllApis,
  getAllApisOfRole,
]
