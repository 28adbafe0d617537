import { access, allows, holderOfGroups } from '@eupnea/contract/access.ts'
import type { Actor, Ctx, DisplayActor, ServiceActor, UserActor } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { unauthenticated } from '../platform/errors.ts'
import { type Auth, createAuth } from './auth.ts'
import { bringBackProofs } from './bring-back.sql.ts'
import { type Invited, sendSetPassword } from './send-set-password.ts'
import { actorOf, displayActorOf, serviceActorOf } from './session-answer.ts'
import {
  type DisplayRow,
  deleteExpired,
  deleteLiveToken,
  extendSession,
  type HolderRow,
  selectDisplayHolder,
  selectHolder,
  selectHolderOfSession,
  selectRights,
  selectServiceHolder,
  selectUserAsHolder,
} from './sessions.sql.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import { hashBytes, hashToken, isDisplayToken, isLiveToken, isServiceToken } from './token.ts'

export interface SessionsOptions {
  readonly database: Database
  /** at least 32 random characters, the same on every node */
  readonly secret: string
  /** the portal's public address, such as https://portal.example */
  readonly baseUrl: () => string
  /** whether password recovery says that an e-mail address is unknown; off by default (ID-4) */
  readonly revealUnknownEmail?: boolean
}

/** Who holds a live connection: a session, or a display. */
interface LiveHolder {
  /** a person's `token` is '' when a live token was given */
  readonly actor: UserActor | DisplayActor
  /** activity extends it: call `holderAgain` before ending a connection because of it; null: no end */
  readonly expiresAt: Temporal.Instant | null
}

export interface Sessions {
  /**
   * The holder of a session token, of a display's or of a service account's. Always asks the database, so that what has
   * ended or was revoked has ended on every node (ID-8).
   */
  authenticate(token: string): Promise<UserActor | DisplayActor | ServiceActor | null>
  /** Who opens a live connection, with a live token (used up by this), a session token or a display's. */
  resolveLive(token: string): Promise<LiveHolder | null>
  /** The holder as of now; null when the session has ended, its user was disabled or the display was revoked. */
  holderAgain(actor: LiveHolder['actor']): Promise<LiveHolder | null>
  /**
   * Somebody who proves otherwise than by a session who they are; null for who is disabled or doesn't care for residents.
   */
  actorOfUser(userId: string): Promise<UserActor | null>
  /** Whether the user still works in the clinic, signed in or not: links given to them end with that. */
  caresFor(userId: string, clinicId: string): Promise<boolean>
  /**
   * Mails the given, locked user a link for choosing a password, valid for 7 days; a temporary password, given as a
   * hash, ends all their sessions (US-1).
   */
  sendSetPassword(ctx: Ctx, user: Invited, temporary?: string): Promise<void>
  /** After the clock was set back: nothing is valid for longer than it says; for a job. */
  bringBack(): Promise<void>
  /** Removes expired sessions, codes, live tokens and challenges; for a job. */
  removeExpired(): Promise<void>
  /** used by the verbs of this noun */
  readonly parts: SessionParts
}

export interface SessionParts {
  readonly auth: Auth
  readonly throttle: Throttle
  readonly secret: string
  readonly baseUrl: () => string
  readonly revealUnknownEmail: boolean
}

export function createSessions(options: SessionsOptions): Sessions {
  const { database } = options
  const { secret, revealUnknownEmail = false } = options
  const parts: SessionParts = {
    auth: createAuth(database),
    throttle: createThrottle(database, secret),
    secret,
    baseUrl: options.baseUrl,
    revealUnknownEmail,
  }

  const holderOf = async (token: string): Promise<HolderRow | undefined> => {
    const row = await selectHolder(database, hashToken(token))
    if (row?.is_due) await extendSession(database, row.session_id)
    return row
  }
  const ofDisplay = (row: DisplayRow | undefined) => (row ? { actor: displayActorOf(row), expiresAt: null } : null)
  const ofSession = (row: HolderRow | undefined, token = '') =>
    row ? { actor: actorOf(row, token), expiresAt: row.expires_at } : null
  const holderOfToken = async (token: string): Promise<LiveHolder | null> =>
    isDisplayToken(token)
      ? ofDisplay(await selectDisplayHolder(database, { tokenHash: hashToken(token) }))
      : ofSession(await holderOf(token), token)
  const holderOfLiveToken = async (token: string): Promise<LiveHolder | null> => {
    const of = await deleteLiveToken(database, hashBytes(token))
    if (of?.display_id) return ofDisplay(await selectDisplayHolder(database, { id: of.display_id }))
    return of?.session_id ? ofSession(await selectHolderOfSession(database, of.session_id)) : null
  }

  return {
    parts,
    async authenticate(token) {
      if (!isServiceToken(token)) return (await holderOfToken(token))?.actor ?? null
      const row = await selectServiceHolder(database, hashToken(token))
      return row ? serviceActorOf(row) : null
    },
    resolveLive: (token) => (isLiveToken(token) ? holderOfLiveToken(token) : holderOfToken(token)),
    holderAgain: async (actor) =>
      actor.type === 'display'
        ? ofDisplay(await selectDisplayHolder(database, { id: actor.id }))
        : ofSession(await selectHolderOfSession(database, actor.sessionId)),
    async actorOfUser(userId) {
      const row = await selectUserAsHolder(database, userId)
      return row && allows(access.staff, holderOfGroups(row.groups)) ? actorOf(row, '') : null
    },
    async caresFor(userId, clinicId) {
      const rights = await selectRights(database, userId)
      if (!rights) return false
      const holder = holderOfGroups(rights.groups)
      return allows(access.staff, holder) && (allows(access.admin, holder) || rights.clinic_ids.includes(clinicId))
    },
    sendSetPassword: (ctx, user, temporary) => sendSetPassword(ctx, options.baseUrl(), user, temporary),
    bringBack: () => bringBackProofs(database),
    removeExpired: () => deleteExpired(database),
  }
}

/** The signed-in person of a call. @throws 401 for anyone else */
export function userOf({ actor }: { readonly actor: Actor }): UserActor {
  if (actor.type !== 'user') throw unauthenticated()
  return actor
}
