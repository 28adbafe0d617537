import { type Access, type Holder, isByClinicAdmin, type Role } from '@eupnea/contract/access.ts'
import { sql } from 'kysely'
import type { Database, Db } from './database.ts'
import { keepsPlan, sentAhead } from './database-driver.ts'
import type { PortalEvent } from './events.ts'
import type { Log } from './log.ts'

/** Profile of a signed-in person, read with the session so that it costs no extra query. */
interface UserProfile {
  readonly avatar: string | null
  readonly isEmailVerified: boolean
  readonly isAgreementDue: boolean
}

/** Who acts. This alone decides what they may see (rule 6). */
export type Actor =
  | {
      readonly type: 'user'
      readonly id: string
      readonly name: string
      readonly email: string
      readonly role: Role
      readonly isAdminFeature: boolean
      readonly sessionId: string
      /** they proved within the last ten minutes who they are (DO-5) */
      readonly isProved?: boolean
      readonly token: string
      readonly clinicIds: readonly string[]
      /** which of them they administer as a Clinic user; absent: none (EA-3) */
      readonly adminClinicIds?: readonly string[]
      readonly profile: UserProfile
    }
  | {
      readonly type: 'display'
      readonly id: string
      /** where it hangs */
      readonly name: string
      /** its own only */
      readonly clinicIds: readonly [string]
      /** null: the whole facility */
      readonly floor: string | null
    }
  | {
      readonly type: 'service-account'
      readonly id: string
      readonly name: string
      readonly clinicIds: readonly string[]
      readonly scopes: readonly string[]
    }
  | { readonly type: 'device'; readonly id: string; readonly clinicIds: readonly string[] }
  | { readonly type: 'job'; readonly name: string }
  | { readonly type: 'link'; readonly id: string; readonly clinicIds: readonly string[] }
  | { readonly type: 'anonymous' }

export type UserActor = Extract<Actor, { type: 'user' }>
export type DisplayActor = Extract<Actor, { type: 'display' }>
export type ServiceActor = Extract<Actor, { type: 'service-account' }>

/** The browser that calls, which the portal knows by a cookie of its own (DO-4). */
export interface Browser {
  /** null: it sent none */
  readonly token: string | null
  /** gives it this token, unless the call fails */
  keep(token: string): void
}

/** What a verb works with: the actor, and a database handle that shows only what the actor may see. */
export interface Ctx<A extends Actor = Actor> {
  readonly actor: A
  readonly db: Db
  /** of which `db` is a transaction; what belongs to it is found by it */
  readonly database: Database
  readonly log: Log
  readonly requestId: string | null
  readonly address: string | null
  readonly userAgent: string | null
  /** null: no HTTP call */
  readonly browser: Browser | null
  /** Notifies every node if and when the transaction commits. */
  emit(event: PortalEvent): Promise<void>
  /** Runs once the transaction has committed. */
  onCommit(work: () => void): void
  /** set when the call is one page of a list that is downloaded as a whole */
  readonly download?: Download
}

export interface Download {
  /**
   * Records the download once under this key, however many pages it has, before the rows go out.
   * @param write gets a context with its own transaction, and the number of rows on all pages
   */
  once(key: string, write: (ctx: Ctx, rows: number) => Promise<void>): void
}

export interface CtxOrigin<A extends Actor = Actor> {
  /** works as the role of the call or job */
  readonly database: Database
  readonly actor: A
  readonly log: Log
  readonly requestId?: string
  readonly address?: string
  readonly userAgent?: string | undefined
  readonly browser?: Browser
  /** a request header, for calls that another service signs */
  readonly header?: (name: string) => string | undefined
  /** the body as it was sent, for calls with `carries: 'signed'` */
  readonly body?: string
}

/** Whether the actor sees every clinic: Superadmins and the portal's own jobs. */
export const seesAll = (actor: Actor): boolean =>
  actor.type === 'job' || (actor.type === 'user' && (actor.role === 'Superadmin' || actor.isAdminFeature))

/** A Clinic user who administers at least one of their facilities (EA-3). */
export const isClinicAdmin = ({ role, adminClinicIds = [] }: Pick<UserActor, 'role' | 'adminClinicIds'>): boolean =>
  role === 'Clinic' && adminClinicIds.length > 0

/**
 * Who a call is made by: somebody who may make it only as a facility administrator has, within it, just the facilities
 * that they administer, so that no verb needs to ask (EA-3).
 */
export function actorOfCall(actor: Actor, rule: Access): Actor {
  const holder = holderOf(actor)
  if (actor.type !== 'user' || !holder || !isByClinicAdmin(rule, holder)) return actor
  return { ...actor, clinicIds: actor.adminClinicIds ?? [] }
}

/** null: nobody whom a call could name */
export function holderOf(actor: Actor): Holder | null {
  if (actor.type === 'user')
    return { role: actor.role, isAdminFeature: actor.isAdminFeature, isClinicAdmin: isClinicAdmin(actor) }
  if (actor.type === 'service-account') return { role: 'ServiceAccount', isAdminFeature: false, scopes: actor.scopes }
  return actor.type === 'display' ? { role: 'Display', isAdminFeature: false } : null
}

/** Who records something: the name stays with it when the user is deleted. */
export const recorderOf = ({ actor }: Ctx): { readonly recorded_by: string; readonly recorded_name: string } =>
  actor.type === 'user'
    ? { recorded_by: actor.id, recorded_name: actor.name }
    : { recorded_by: actor.type, recorded_name: actor.type }

/**
 * Runs `work` in one transaction limited to what the actor may see. Others wait for its locks, so the database ends it
 * when this node asks nothing for ten seconds: it stands still. Whoever waits for anything else needs a transaction
 * before it and another one after it.
 */
export const withCtx = <T, A extends Actor>(origin: CtxOrigin<A>, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> =>
  within({ transaction: origin.database.transaction(), idle: '10s' }, origin, work)

/** The same for long reads, also at a reader's pace: all statements see the database as of the first one. */
export const withSnapshot = <T, A extends Actor>(origin: CtxOrigin<A>, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> =>
  within(
    {
      transaction: origin.database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'),
      // longer than any download (csv.ts)
      idle: '20min',
    },
    origin,
    work,
  )

/** What row-level security lets the actor see. */
export function scopeOf(actor: Actor): { scope: string; clinics: string; floor: string; user: string } {
  return {
    scope: seesAll(actor) ? 'all' : 'clinics',
    clinics: 'clinicIds' in actor ? actor.clinicIds.join(',') : '',
    floor: (actor.type === 'display' ? actor.floor : null) ?? '',
    user: actor.type === 'user' ? actor.id : '',
  }
}

async function within<T, A extends Actor>(
  { transaction, idle }: { transaction: ReturnType<Database['transaction']>; idle: string },
  origin: CtxOrigin<A>,
  work: (ctx: Ctx<A>) => Promise<T>,
): Promise<T> {
  const { actor } = origin
  const { scope, clinics, floor, user } = scopeOf(actor)
  const afterwards: (() => void)[] = []
  const result = await transaction.execute(async (db) => {
    await sql`${sentAhead} select ${keepsPlan} set_config('app.scope', ${scope}, true), set_config('app.clinics', ${clinics}, true),
      set_config('app.floor', ${floor}, true), set_config('app.user', ${user}, true),
      set_config('idle_in_transaction_session_timeout', ${idle}, true)`.execute(db)
    return work({
      actor,
      db,
      database: origin.database,
      log: origin.log,
      requestId: origin.requestId ?? null,
      address: origin.address ?? null,
      // Browsers send some 200 characters; there is no reason to store more.
      userAgent: origin.userAgent?.slice(0, 400) ?? null,
      browser: origin.browser ?? null,
      async emit(event) {
        await sql`select pg_notify('eupnea', ${JSON.stringify(event)})`.execute(db)
      },
      onCommit: (then) => void afterwards.push(then),
    })
  })
  for (const then of afterwards) then()
  return result
}
