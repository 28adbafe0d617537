import { access, allows, holderOfGroups } from '@eupnea/contract/access.ts'
import type { Actor, Ctx, UserActor } from '../platform/context.ts'
import type { Connection, Database } from '../platform/database.ts'
import { unauthenticated } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type Auth, createAuth } from './auth.ts'
import { type Invited, sendSetPassword } from './send-set-password.ts'
import { actorOf } from './session-answer.ts'
import {
  deleteExpired,
  deleteLiveToken,
  extendSession,
  type HolderRow,
  selectHolder,
  selectHolderOfSession,
  selectRights,
} from './sessions.sql.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import { hashBytes, hashToken, isLiveToken } from './token.ts'

export interface SessionsOptions {
  readonly database: Database
  /** for a pool of its own */
  readonly connection: Connection
  readonly log: Log
  /** at least 32 random characters, the same on every node */
  readonly secret: string
  /** where people reach the portal, such as https://portal.example */
  readonly baseUrl: () => string
  /** whether the recovery of a password tells that an e-mail is unknown; off by default (ID-4) */
  readonly revealUnknownEmail?: boolean
}

/** What one live connection may go on with. */
interface LiveHolder {
  /** its `token` is '' when a live token was given */
  readonly actor: UserActor
  readonly sessionId: string
  /** use moves it: ask `holderOfSession` before ending a connection by it */
  readonly expiresAt: Temporal.Instant
}

export interface Sessions {
  /** Who holds a session token. Always asks the database, so that what has ended has ended on every node (ID-8). */
  authenticate(token: string): Promise<UserActor | null>
  /** Who asked for a live token. It works once, within 60 s. */
  takeLiveToken(token: string): Promise<UserActor | null>
  /** Who opens a live connection, with a live token (taken by this) or a session token. */
  resolveLive(token: string): Promise<LiveHolder | null>
  /** Who holds a session now, and until when; null when it has ended, or its user was disabled. */
  holderOfSession(sessionId: string): Promise<LiveHolder | null>
  /** Whether somebody looks after a clinic, signed in or not: what they were given ends with that. */
  caresFor(userId: string, clinicId: string): Promise<boolean>
  /**
   * Mails a user who is held a link for choosing a password, good for 7 days; a temporary password, given as its hash,
   * ends all sessions (US-1).
   */
  sendSetPassword(ctx: Ctx, user: Invited, temporary?: string): Promise<void>
  /** Removes expired sessions, codes, live tokens and challenges; for a job. */
  removeExpired(): Promise<void>
  close(): Promise<void>
  /** what the verbs of this noun work with */
  readonly parts: SessionParts
}

export interface SessionParts {
  readonly auth: Auth
  readonly throttle: Throttle
  readonly secret: string
  readonly revealUnknownEmail: boolean
}

export function createSessions(options: SessionsOptions): Sessions {
  const { database } = options
  const auth = createAuth({ ...options, baseUrl: options.baseUrl() })
  const { secret, revealUnknownEmail = false } = options
  const parts: SessionParts = { auth, throttle: createThrottle(), secret, revealUnknownEmail }

  const holderOf = async (token: string): Promise<HolderRow | undefined> => {
    const row = await selectHolder(database, hashToken(token))
    if (row?.is_due) await extendSession(database, row.session_id)
    return row
  }
  const holderOfLiveToken = async (token: string): Promise<HolderRow | undefined> => {
    const sessionId = await deleteLiveToken(database, hashBytes(token))
    return sessionId ? selectHolderOfSession(database, sessionId) : undefined
  }

  return {
    parts,
    async authenticate(token) {
      const row = await holderOf(token)
      return row ? actorOf(row, token) : null
    },
    async takeLiveToken(token) {
      const row = await holderOfLiveToken(token)
      return row ? actorOf(row, '') : null
    },
    async resolveLive(token) {
      const isLive = isLiveToken(token)
      return liveHolder(isLive ? await holderOfLiveToken(token) : await holderOf(token), isLive ? '' : token)
    },
    holderOfSession: async (sessionId) => liveHolder(await selectHolderOfSession(database, sessionId), ''),
    async caresFor(userId, clinicId) {
      const rights = await selectRights(database, userId)
      if (!rights) return false
      const holder = holderOfGroups(rights.groups)
      return allows(access.staff, holder) && (allows(access.admin, holder) || rights.clinic_ids.includes(clinicId))
    },
    sendSetPassword: (ctx, user, temporary) => sendSetPassword(ctx, options.baseUrl(), user, temporary),
    removeExpired: () => deleteExpired(database),
    close: () => auth.close(),
  }
}

const liveHolder = (row: HolderRow | undefined, token: string): LiveHolder | null =>
  row ? { actor: actorOf(row, token), sessionId: row.session_id, expiresAt: row.expires_at } : null

/** The signed-in person of a call. @throws 401 for anyone else */
export function userOf({ actor }: { readonly actor: Actor }): UserActor {
  if (actor.type !== 'user') throw unauthenticated()
  return actor
}
