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
  /** for a separate pool */
  readonly connection: Connection
  readonly log: Log
  /** at least 32 random characters, the same on every node */
  readonly secret: string
  /** the portal's public address, such as https://portal.example */
  readonly baseUrl: () => string
  /** whether password recovery says that an e-mail address is unknown; off by default (ID-4) */
  readonly revealUnknownEmail?: boolean
}

/** The holder of a live connection's session. */
interface LiveHolder {
  /** its `token` is '' when a live token was given */
  readonly actor: UserActor
  readonly sessionId: string
  /** activity extends it: call `holderOfSession` before ending a connection because of it */
  readonly expiresAt: Temporal.Instant
}

export interface Sessions {
  /**
   * The holder of a session token. Always asks the database, so that an ended session has ended on every node (ID-8).
   */
  authenticate(token: string): Promise<UserActor | null>
  /** The holder of a live token, which works once, within 60 s. */
  takeLiveToken(token: string): Promise<UserActor | null>
  /** Who opens a live connection, with a live token (used up by this) or a session token. */
  resolveLive(token: string): Promise<LiveHolder | null>
  /** The holder of a session and when it ends; null when it has ended or its user was disabled. */
  holderOfSession(sessionId: string): Promise<LiveHolder | null>
  /** Whether the user still works in the clinic, signed in or not: links given to them end with that. */
  caresFor(userId: string, clinicId: string): Promise<boolean>
  /**
   * Mails the given, locked user a link for choosing a password, valid for 7 days; a temporary password, given as a
   * hash, ends all their sessions (US-1).
   */
  sendSetPassword(ctx: Ctx, user: Invited, temporary?: string): Promise<void>
  /** Removes expired sessions, codes, live tokens and challenges; for a job. */
  removeExpired(): Promise<void>
  close(): Promise<void>
  /** used by the verbs of this noun */
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
