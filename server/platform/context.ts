import type { Holder, Role } from '@eupnea/contract/access.ts'
import { sql } from 'kysely'
import type { Database, Db } from './database.ts'
import type { PortalEvent } from './events.ts'
import type { Log } from './log.ts'

/** What else is known of a signed-in person, read with the session so that asking for it costs nothing more. */
interface UserProfile {
  readonly avatar: string | null
  readonly isEmailVerified: boolean
  readonly isAgreementDue: boolean
}

/** Who acts. What an actor may see follows from this alone (rule 6). */
export type Actor =
  | {
      readonly type: 'user'
      readonly id: string
      readonly name: string
      readonly email: string
      readonly role: Role
      readonly isAdminFeature: boolean
      readonly sessionId: string
      readonly token: string
      readonly clinicIds: readonly string[]
      readonly profile: UserProfile
    }
  | { readonly type: 'device'; readonly id: string; readonly clinicIds: readonly string[] }
  | { readonly type: 'job'; readonly name: string }
  | { readonly type: 'link'; readonly id: string; readonly clinicIds: readonly string[] }
  | { readonly type: 'anonymous' }

export type UserActor = Extract<Actor, { type: 'user' }>

/** What a verb works with: the actor, and a database handle that shows only what the actor may see. */
export interface Ctx<A extends Actor = Actor> {
  readonly actor: A
  readonly db: Db
  readonly log: Log
  readonly requestId: string | null
  readonly address: string | null
  readonly userAgent: string | null
  /** Tells every node, if and when the transaction commits. */
  emit(event: PortalEvent): Promise<void>
  /** the call is one page of a list that is downloaded as a whole */
  readonly download?: Download
}

export interface Download {
  /**
   * Leaves one trace of the download, however many pages call for it under this key, before the rows go out.
   * @param write is given a context with a transaction of its own, and the rows of all pages
   */
  once(key: string, write: (ctx: Ctx, rows: number) => Promise<void>): void
}

export interface CtxOrigin<A extends Actor = Actor> {
  readonly database: Database
  readonly actor: A
  readonly log: Log
  readonly requestId?: string
  readonly address?: string
  readonly userAgent?: string | undefined
  /** a header of the request, for calls that another service signs */
  readonly header?: (name: string) => string | undefined
}

/** Sees every clinic: Superadmins and the portal's own jobs. */
export const seesAll = (actor: Actor): boolean =>
  actor.type === 'job' || (actor.type === 'user' && (actor.role === 'Superadmin' || actor.isAdminFeature))

export const holderOf = (actor: Actor): Holder | null =>
  actor.type === 'user' ? { role: actor.role, isAdminFeature: actor.isAdminFeature } : null

/** Runs `work` in one transaction whose scope is the actor's. */
export const withCtx = <T, A extends Actor>(origin: CtxOrigin<A>, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> =>
  within(origin.database.transaction(), origin, work)

/** The same for reading at length: all statements see the database as it was at the first one. */
export const withSnapshot = <T, A extends Actor>(origin: CtxOrigin<A>, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> =>
  within(origin.database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), origin, work)

async function within<T, A extends Actor>(
  transaction: ReturnType<Database['transaction']>,
  origin: CtxOrigin<A>,
  work: (ctx: Ctx<A>) => Promise<T>,
): Promise<T> {
  const { actor } = origin
  const clinics = 'clinicIds' in actor ? actor.clinicIds : []
  return transaction.execute(async (db) => {
    await sql`select set_config('app.scope', ${seesAll(actor) ? 'all' : 'clinics'}, true),
      set_config('app.clinics', ${clinics.join(',')}, true),
      set_config('app.user', ${actor.type === 'user' ? actor.id : ''}, true)`.execute(db)
    return work({
      actor,
      db,
      log: origin.log,
      requestId: origin.requestId ?? null,
      address: origin.address ?? null,
      // Browsers' are some 200 characters; what is longer is nobody's to keep.
      userAgent: origin.userAgent?.slice(0, 400) ?? null,
      async emit(event) {
        await sql`select pg_notify('eupnea', ${JSON.stringify(event)})`.execute(db)
      },
    })
  })
}
