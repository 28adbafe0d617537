import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { ago, now } from '../platform/instants.ts'

/**
 * Tables of the monitoring watch: monitoring_outages, heartbeats; and the views monitored_clinics,
 * unapplied_adt, stale_imports.
 */

export interface WatchedClinic {
  readonly clinic_id: string
  /** IANA zone */
  readonly tz: string
  readonly locale: string
  /** when any of its devices was heard last; when the first was linked, if none was ever */
  readonly since: Temporal.Instant
}

const watched = ({ db }: Ctx) =>
  db
    .selectFrom('monitored_clinics')
    .select(['clinic_id', 'tz', 'locale', 'heard_or_since as since'])
    .$castTo<WatchedClinic>()
    .orderBy('clinic_id')

/** Every clinic that has residents with devices. */
export const selectWatchedClinics = (ctx: Ctx): Promise<WatchedClinic[]> => watched(ctx).execute()

/** Those where no device has sent anything for `seconds`. */
export const selectQuietClinics = (ctx: Ctx, seconds: number): Promise<WatchedClinic[]> =>
  watched(ctx).where('heard_or_since', '<', ago(seconds)).execute()

/** Clinics with changes of their EHR that were not applied, and since when; once for each way that they come. */
export const selectUnapplied = ({ db }: Ctx) =>
  db
    .selectFrom(
      db
        .selectFrom('unapplied_adt')
        .select(['clinic_id', 'since'])
        .unionAll(db.selectFrom('stale_imports').select(['clinic_id', 'since']))
        .as('u'),
    )
    .innerJoin('clinics as c', 'c.id', 'u.clinic_id')
    .select(['c.id as clinic_id', 'c.tz', 'c.locale', 'u.since'])
    .$castTo<WatchedClinic>()
    .orderBy('u.since')
    .execute()

export const selectMonitoredClinic = ({ db }: Ctx, clinic_id: string) =>
  db.selectFrom('monitored_clinics').where('clinic_id', '=', clinic_id).selectAll().executeTakeFirst()

export const selectOpenOutages = ({ db }: Ctx, clinic_id: string) =>
  db
    .selectFrom('monitoring_outages as o')
    .innerJoin('notifications as n', 'n.outage_id', 'o.id')
    .where('o.clinic_id', '=', clinic_id)
    .where('o.ended_at', 'is', null)
    .select(['o.id', 'o.cause', 'o.since', 'n.description'])
    .orderBy('o.cause', 'desc')
    .execute()

/**
 * readings: no sensor of the clinic is heard; sensors: more than half fell silent at once; jobs: the portal's own work;
 * clock: the portal's own clock; duty: nobody has a floor; webhook: a system that receives notifications takes none;
 * adt: changes in the EHR don't arrive; undelivered: messages about notifications don't reach somebody
 */
export type OutageCause = 'readings' | 'sensors' | 'jobs' | 'clock' | 'duty' | 'webhook' | 'adt' | 'undelivered'

export interface NewOutage {
  readonly clinic_id: string
  readonly cause: OutageCause
  readonly since: Temporal.Instant
  readonly title: string
  readonly description: string
  readonly severity: 'warning' | 'danger'
}

/**
 * Opens an outage with its notification.
 * @returns false when one is already open, even if another node just opened it
 */
export async function openOutage({ db }: Ctx, outage: NewOutage): Promise<boolean> {
  const { clinic_id, cause, since, title, description, severity } = outage
  const opened = await db
    .insertInto('monitoring_outages')
    .values({ clinic_id, cause, since })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'cause']).where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!opened) return false
  await db
    .insertInto('notifications')
    .values({
      clinic_id,
      outage_id: opened.id,
      kind: cause === 'duty' || cause === 'adt' ? 'system' : 'monitoring',
      action: 'monitoring',
      title,
      description,
      severity,
      extra_detail: '{}',
    })
    .execute()
  return true
}

/** Ends no-readings outages, except in clinics silent for `seconds`. @returns clinics */
export const endQuietOutages = (ctx: Ctx, seconds: number): Promise<string[]> =>
  endOutages(
    ctx,
    'readings',
    sql<SqlBool>`not exists (select from monitored_clinics m
      where m.clinic_id = monitoring_outages.clinic_id and m.heard_or_since < ${ago(seconds)})`,
  )

/** Ends outages of what stood still, except in clinics that still wait. @returns clinics */
export const endStoppedOutages = (
  ctx: Ctx,
  cause: 'jobs' | 'webhook' | 'adt' | 'undelivered',
  waiting: readonly string[],
): Promise<string[]> => endOutages(ctx, cause, sql<SqlBool>`clinic_id <> all(${[...waiting]}::text[])`)

/** Ends those of a node's clock once no node has found its own wrong for `seconds`. @returns clinics */
export const endClockOutages = (ctx: Ctx, seconds: number): Promise<string[]> =>
  endOutages(
    ctx,
    'clock',
    // Set back, the clock may leave a heartbeat in the future.
    sql<SqlBool>`not exists (select from heartbeats where part = 'clock' and at between ${ago(seconds)} and now())`,
  )

/** Ends those about duty, except in clinics with floors that nobody has. @returns clinics */
export const endUncoveredOutages = (ctx: Ctx, uncovered: readonly string[]): Promise<string[]> =>
  endOutages(ctx, 'duty', sql<SqlBool>`clinic_id <> all(${[...uncovered]}::text[])`)

const endOutages = async ({ db }: Ctx, cause: NewOutage['cause'], isOver: RawBuilder<SqlBool>): Promise<string[]> =>
  (
    await db
      .updateTable('monitoring_outages')
      .set({ ended_at: sql`now()` })
      .where('cause', '=', cause)
      .where('ended_at', 'is', null)
      .where(isOver)
      .returning('clinic_id')
      .execute()
  ).map(({ clinic_id }) => clinic_id)

/** Ends the clinic's outage of this cause. @returns clinics: it, if one was open */
export const endOutage = (ctx: Ctx, clinic_id: string, cause: OutageCause): Promise<string[]> =>
  endOutages(ctx, cause, sql<SqlBool>`clinic_id = ${clinic_id}`)

/** Clinics with an open outage of this cause. */
export const selectClinicsWithOutage = async ({ db }: Ctx, cause: OutageCause): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('monitoring_outages')
        .where('cause', '=', cause)
        .where('ended_at', 'is', null)
        .select('clinic_id')
        .execute()
    ).map(({ clinic_id }) => clinic_id),
  )

/** How instants are written there. */
export const selectClinicFormat = ({ db }: Ctx, clinic_id: string) =>
  db.selectFrom('clinics').where('id', '=', clinic_id).select(['tz', 'locale']).executeTakeFirst()

/** A part of the portal works. */
export async function writeHeartbeat({ db }: Ctx, part: string): Promise<void> {
  await db
    .insertInto('heartbeats')
    .values({ part, at: sql`now()` })
    .onConflict((conflict) => conflict.column('part').doUpdateSet({ at: now }))
    .execute()
}

/** @returns when the part was last alive, if longer ago than `seconds`; null: it works, or never ran */
export const selectStoppedSince = async (
  { db }: Ctx,
  part: string,
  seconds: number,
): Promise<Temporal.Instant | null> =>
  (
    await db
      .selectFrom('heartbeats')
      .where('part', '=', part)
      .where('at', '<', ago(seconds))
      .select('at')
      .executeTakeFirst()
  )?.at ?? null
