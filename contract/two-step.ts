import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access, roles } from './access.ts'
import { call } from './call.ts'
import { noAnswer } from './fields.ts'
import { challenge, signedIn } from './sessions.ts'

/** The second step of one's own sign-in: an authenticator app, and backup codes for when it is lost (DO-5). */

/** Shown once; empty: the ones from before are still good. */
const backupCodes = z.object({ backup_codes: z.array(z.string()) })

/** What an app is set up with: the same as text and as the address in its QR code. */
const authenticatorSetup = z.object({
  secret: z.string(),
  uri: z.string(),
  /** to be given back with a code of the app, within ten minutes */
  setup: z.string(),
})

const setup = z.string().min(1).max(1_024)

/** As typed: spaces are ignored. */
const appCode = z
  .string()
  .max(32)
  .transform((value) => value.replaceAll(/\s/g, ''))

export const beginAuthenticator = call({
  name: 'beginAuthenticator',
  method: 'POST',
  path: '/auth/authenticator/setup',
  access: access.signedIn,
  fresh: true,
  summary: m.two_step_begin_authenticator_call(),
  input: z.object({}),
  output: authenticatorSetup,
})

export const saveAuthenticator = call({
  name: 'saveAuthenticator',
  method: 'PUT',
  path: '/auth/authenticator',
  access: access.signedIn,
  fresh: true,
  summary: m.two_step_save_authenticator_call(),
  input: z.object({ setup, code: appCode }),
  output: backupCodes,
})

export const deleteAuthenticator = call({
  name: 'deleteAuthenticator',
  method: 'DELETE',
  path: '/auth/authenticator',
  access: access.signedIn,
  fresh: true,
  summary: m.two_step_delete_authenticator_call(),
  input: z.object({}),
  output: noAnswer,
})

export const renewBackupCodes = call({
  name: 'renewBackupCodes',
  method: 'POST',
  path: '/auth/backup-codes',
  access: access.signedIn,
  fresh: true,
  summary: m.two_step_renew_backup_codes_call(),
  input: z.object({}),
  output: backupCodes,
})

export const proveByCode = call({
  name: 'proveByCode',
  method: 'POST',
  path: '/auth/proofs/code',
  access: access.signedIn,
  summary: m.two_step_prove_by_code_call(),
  input: z.object({ code: appCode }),
  output: noAnswer,
})

export const beginEnrolment = call({
  name: 'beginEnrolment',
  method: 'POST',
  path: '/auth/enrolment/setup',
  access: access.public,
  summary: m.two_step_begin_enrolment_call(),
  input: z.object({ challenge }),
  output: authenticatorSetup,
})

export const completeEnrolment = call({
  name: 'completeEnrolment',
  method: 'POST',
  path: '/auth/enrolment',
  access: access.public,
  summary: m.two_step_complete_enrolment_call(),
  input: z.object({ challenge, setup, code: appCode }),
  output: signedIn.extend(backupCodes.shape),
})

const twoStepRoles = z.object({ roles: z.array(z.enum(roles)) })

export const readTwoStepRoles = call({
  name: 'readTwoStepRoles',
  method: 'GET',
  path: '/auth/two-step-roles',
  access: access.admin,
  summary: m.two_step_read_roles_call(),
  input: z.object({}),
  output: twoStepRoles,
})

/** People of these roles are asked for a second step from their next sign-in on. */
export const saveTwoStepRoles = call({
  name: 'saveTwoStepRoles',
  method: 'PUT',
  path: '/auth/two-step-roles',
  access: access.superadmin,
  fresh: true,
  summary: m.two_step_save_roles_call(),
  input: z.object({ roles: z.array(z.enum(roles)).max(roles.length) }),
  output: twoStepRoles,
})

export const twoStepCalls = [
  beginEnrolment,
  completeEnrolment,
  readTwoStepRoles,
  saveTwoStepRoles,
  beginAuthenticator,
  saveAuthenticator,
  deleteAuthenticator,
  renewBackupCodes,
  proveByCode,
]
