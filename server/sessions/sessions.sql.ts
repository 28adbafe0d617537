import { freshMinutes } from '@eupnea/contract/account.ts'
import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { builder, type Database } from '../platform/database.ts'
import { keepsPlan } from '../platform/database-driver.ts'
import { inSeconds, now } from '../platform/instants.ts'
import { browserDays } from '../platform/session-cookie.ts'

/**
 * Tables sessions and live_tokens. Reads users and user_clinics to find what a session's holder may see, and by a function
 * what a display may.
 */

/** A session ends after this many seconds without a call. */
const sessionIdleSeconds = 12 * 3_600
/** … and after this time in any case. */
const sessionLongest = sql<Temporal.Instant>`created_at + interval '30 days'`
const idle = inSeconds(sessionIdleSeconds)
/** What an actor needs of a user. */
const whoOf = [
  'users.id as user_id',
  'users.name',
  'users.email',
  'users.image',
  'users.groups',
  'users.email_verified',
  'users.agreed_at',
  sql<string[]>`array(select clinic_id from user_clinics where user_id = users.id)`.as('clinic_ids'),
  sql<string[]>`array(select clinic_id from user_clinics where user_id = users.id and is_admin)`.as('admin_clinic_ids'),
] as const

/** Valid sessions of users who aren't disabled, with everything an actor needs. */
const holders = builder
  .selectFrom('sessions')
  .modifyFront(keepsPlan)
  .innerJoin('users', 'users.id', 'sessions.user_id')
  .where('sessions.expires_at', '>', now)
  .where('users.status', '=', 1)
  .select(whoOf)
  .select([
    'sessions.id as session_id',
    'sessions.expires_at',
    // a session in use is extended by at most one write an hour
    sql<boolean>`sessions.updated_at < now() - interval '1 hour'`.as('is_due'),
    sql<boolean>`sessions.proved_at > now() - make_interval(mins => ${sql.lit(freshMinutes)})`.as('is_proved'),
  ])

// Built once, because every request runs it. Only the last parameter changes.
const byToken = holders.where('sessions.token', '=', '').compile()
const bySession = holders.where('sessions.id', '=', '').compile()

export type HolderRow = Awaited<ReturnType<(typeof holders)['execute']>>[number]

const selectBy = async (db: Database, holder: typeof byToken, value: string): Promise<HolderRow | undefined> =>
  (await db.executeQuery<HolderRow>({ ...holder, parameters: holder.parameters.with(-1, value) })).rows[0]

export const selectHolder = (db: Database, tokenHash: string): Promise<HolderRow | undefined> =>
  selectBy(db, byToken, tokenHash)

export const selectHolderOfSession = (db: Database, session_id: string): Promise<HolderRow | undefined> =>
  selectBy(db, bySession, session_id)

export interface DisplayRow {
  readonly display_id: string
  readonly clinic_id: string
  readonly floor: string | null
  readonly name: string
}

/** An enrolled display by its token or its id (DI-1). */
export const selectDisplayHolder = async (
  db: Database,
  by: { readonly tokenHash: string } | { readonly id: string },
): Promise<DisplayRow | undefined> => {
  const [hash, id] = 'id' in by ? [null, by.id] : [by.tokenHash, null]
  return (await sql<DisplayRow>`select * from display_holder(${hash}, ${id})`.execute(db)).rows[0]
}

export interface ServiceRow {
  readonly account_id: string
  readonly name: string
  readonly scopes: string[]
  readonly clinic_ids: string[]
}

/** The service account that holds an access token (FH-2). */
export const selectServiceHolder = async (db: Database, tokenHash: string): Promise<ServiceRow | undefined> =>
  (await sql<ServiceRow>`select * from service_holder(${tokenHash})`.execute(db)).rows[0]

/** Whoever isn't disabled, without a session: for what they do by a proof of another kind. */
export const selectUserAsHolder = (db: Database, user_id: string): Promise<HolderRow | undefined> =>
  db
    .selectFrom('users')
    .where('users.id', '=', user_id)
    .where('users.status', '=', 1)
    .select(whoOf)
    .select([
      sql<string>`''`.as('session_id'),
      now.as('expires_at'),
      sql<boolean>`false`.as('is_due'),
      sql<boolean>`false`.as('is_proved'),
    ])
    .executeTakeFirst()

/** Rights of a user who isn't disabled, whether signed in or not. */
export const selectRights = (db: Database, user_id: string) =>
  db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where('status', '=', 1)
    .select([
      'groups',
      sql<string[]>`array(select clinic_id from user_clinics where user_id = users.id)`.as('clinic_ids'),
    ])
    .executeTakeFirst()

export async function extendSession(db: Database, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: sql<Temporal.Instant>`least(${idle}, ${sessionLongest})`, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** @param row.token_hash hash of its new token, which nobody can have known before */
export async function insertSession(
  ctx: Ctx,
  row: { user_id: string; token_hash: string; proved_at: Temporal.Instant | undefined },
): Promise<void> {
  await ctx.db
    .insertInto('sessions')
    .values({
      user_id: row.user_id,
      token: row.token_hash,
      expires_at: idle,
      proved_at: row.proved_at,
      ip_address: ctx.address,
      user_agent: ctx.userAgent,
    })
    .execute()
}

export async function deleteSession({ db }: Ctx, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** @param but a session that stays @returns ids of the deleted sessions */
export async function deleteSessionsOf({ db }: Ctx, user_id: string, but?: string): Promise<string[]> {
  let query = db.deleteFrom('sessions').where('user_id', '=', user_id)
  if (but !== undefined) query = query.where('id', '<>', but)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/**
 * @param of the session or the display that it stands for
 * @returns when it expires; undefined when that has ended
 */
export async function insertLiveToken(
  { db }: Ctx,
  of: { readonly session_id: string } | { readonly display_id: string },
  token_hash: Buffer,
  seconds: number,
): Promise<Temporal.Instant | undefined> {
  const expires_at = inSeconds(seconds)
  const living =
    'session_id' in of
      ? sql`select id, null from sessions where id = ${of.session_id} for key share`
      : sql`select null, display_id from display_holder(null, ${of.display_id})`
  const { rows } = await sql<{ expires_at: Temporal.Instant }>`
    insert into live_tokens (token_hash, expires_at, session_id, display_id)
    select ${token_hash}, ${expires_at}, l.* from (${living}) l (session_id, display_id) returning expires_at`.execute(
    db,
  )
  return rows[0]?.expires_at
}

/** Deletes a live token: only one caller gets its row. @returns the session or the display that it stood for */
export const deleteLiveToken = (db: Database, token_hash: Buffer) =>
  db
    .deleteFrom('live_tokens')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .returning(['session_id', 'display_id'])
    .executeTakeFirst()

/** Deletes what has expired and is already refused, and old sign-in history. */
export async function deleteExpired(db: Database): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db.deleteFrom('live_tokens').where('expires_at', '<', now).execute()
  await db.deleteFrom('verifications').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('codes')
    .where('expires_at', '<', now)
    // Until then it still counts as sent.
    .where('sent_at', '<', sql<Temporal.Instant>`now() - interval '1 hour'`)
    .execute()
  await db.deleteFrom('sign_in_guesses').where('empty_at', '<', now).execute()
  const forgotten = sql<Temporal.Instant>`now() - make_interval(days => ${browserDays})`
  await db.deleteFrom('known_browsers').where('last_used_at', '<', forgotten).execute()
  // The audit log keeps sign-ins for its own retention period.
  await db.deleteFrom('auth_events').where('at', '<', sql<Temporal.Instant>`now() - interval '400 days'`).execute()
}
