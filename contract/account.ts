import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, noAnswer, password } from './fields.ts'

/** A person's own account: where they are signed in, and how they prove who they are (DO-5). */

/** Minutes after which a call marked `fresh` asks again who is calling. */
export const freshMinutes = 10

/** A place where somebody has signed in; address and user agent of the last time. */
const place = { id: z.string(), address: z.string().nullable(), user_agent: z.string().nullable() }

export const readAccount = call({
  name: 'readAccount',
  method: 'GET',
  path: '/auth/account',
  access: access.signedIn,
  summary: m.account_read_call(),
  input: z.object({}),
  output: z.object({
    email: z.string(),
    /** whether a password of the portal lets them in */
    has_password: z.boolean(),
    /** the second step after it (DO-5) */
    two_step: z.object({
      /** since when an authenticator app shows their codes */
      app_since: instant.nullable(),
      /** codes are sent to them by SMS or e-mail, unless they have an app */
      gets_codes: z.boolean(),
      backup_codes: z.number(),
      /** their role needs a second step */
      is_required: z.boolean(),
    }),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), created_at: instant, last_used_at: instant.nullable() }),
    ),
    /** the one that makes this call first, then the most recently used */
    sessions: z.array(
      z.object({
        ...place,
        is_current: z.boolean(),
        began_at: instant,
        /** to the hour */
        used_at: instant,
      }),
    ),
    /** browsers that strangers' wrong guesses don't stop (DO-4), the most recently used first */
    browsers: z.array(z.object({ ...place, is_current: z.boolean(), used_at: instant })),
  }),
})

export const listProofs = call({
  name: 'listProofs',
  method: 'GET',
  path: '/auth/proofs',
  access: access.signedIn,
  summary: m.account_list_proofs_call(),
  input: z.object({}),
  /** neither: by signing in again, as people of the house's directory do */
  output: z.object({
    password: z.boolean(),
    /** of an authenticator app */
    code: z.boolean(),
    passkey: z.boolean(),
  }),
})

export const proveByPassword = call({
  name: 'proveByPassword',
  method: 'POST',
  path: '/auth/proofs/password',
  access: access.signedIn,
  summary: m.account_prove_by_password_call(),
  input: z.object({ password: z.string().min(1).max(256) }),
  output: noAnswer,
})

export const changeOwnPassword = call({
  name: 'changeOwnPassword',
  method: 'PUT',
  path: '/auth/password',
  access: access.signedIn,
  summary: m.account_change_password_call(),
  input: z.object({ current_password: z.string().min(1).max(256), password }),
  output: noAnswer,
})

export const endOwnSession = call({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/auth/sessions/{session_id}',
  access: access.signedIn,
  summary: m.account_end_session_call(),
  input: z.object({ session_id: id }),
  output: noAnswer,
})

export const endOtherSessions = call({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  access: access.signedIn,
  summary: m.account_end_others_call(),
  input: z.object({}),
  output: noAnswer,
})

export const forgetBrowser = call({
  name: 'forgetBrowser',
  method: 'DELETE',
  path: '/auth/browsers/{browser_id}',
  access: access.signedIn,
  summary: m.account_forget_browser_call(),
  input: z.object({ browser_id: id }),
  output: noAnswer,
})

export const accountCalls = [
  readAccount,
  listProofs,
  proveByPassword,
  changeOwnPassword,
  endOwnSession,
  endOtherSessions,
  forgetBrowser,
]
