import type { ChannelChoice } from '@eupnea/contract/rules/channels.ts'
import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'

/** Tables of this noun: duties, channel_choices; the views uncovered_floors and people_to_tell. */

const listed = ({ db }: Ctx) =>
  db
    .selectFrom('duties as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.id', 'd.clinic_id', 'u.id as user_id', 'u.name', 'd.floors', 'd.since', 'd.until'])

/** Those that run now, by who has them. */
export const selectDuties = (ctx: Ctx, clinic_id: string) =>
  listed(ctx)
    .where('d.clinic_id', '=', clinic_id)
    .where('d.since', '<=', now)
    .where('d.until', '>', now)
    .orderBy('u.name')
    .orderBy('d.since')
    .execute()

export const selectDuty = (ctx: Ctx, id: string) =>
  listed(ctx).where('d.id', '=', id).where('d.until', '>', now).executeTakeFirst()

/** Who has these duties, unless they have ended. */
export async function selectHolders({ db }: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('duties')
    .where('id', 'in', ids)
    .where('until', '>', now)
    .where('user_id', 'is not', null)
    .select(['id', 'user_id'])
    .$narrowType<{ user_id: NotNull }>()
    .execute()
  return new Map(rows.map(({ id, user_id }) => [id, user_id]))
}

export const isOnDuty = async ({ db }: Ctx, user_id: string): Promise<boolean> =>
  (await db
    .selectFrom('duties')
    .where('user_id', '=', user_id)
    .where('since', '<=', now)
    .where('until', '>', now)
    .select('id')
    .executeTakeFirst()) !== undefined

export interface NewDuty {
  readonly clinic_id: string
  readonly user_id: string
  readonly floors: string[]
  readonly until: Temporal.Instant
  readonly recorded_by: string
  readonly recorded_name: string
}

/** Begins a duty; one with the same floors that runs already is moved to the new end. @returns its id */
export async function saveDuty({ db }: Ctx, duty: NewDuty): Promise<string> {
  const { clinic_id, user_id, floors, ...change } = duty
  // Sent twice at the same moment, it would leave two, of which one ends later than its holder thinks.
  await lock(db, `duties ${user_id}`)
  const running = await db
    .updateTable('duties')
    .set({ ...change, recorded_at: now })
    .where('clinic_id', '=', clinic_id)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`floors = ${floors}::text[]`)
    .where('until', '>', now)
    .returning('id')
    .executeTakeFirst()
  return (running ?? (await db.insertInto('duties').values(duty).returning('id').executeTakeFirstOrThrow())).id
}

export async function endDutyNow({ db }: Ctx, id: string): Promise<void> {
  await db
    .updateTable('duties')
    .set({ until: sql<Temporal.Instant>`greatest(since, now())` })
    .where('id', '=', id)
    .where('until', '>', now)
    .execute()
}

export const selectUncovered = ({ db }: Ctx, clinic_id: string) =>
  db
    .selectFrom('uncovered_floors')
    .where('clinic_id', '=', clinic_id)
    .select(['floor', 'since'])
    .$narrowType<{ floor: NotNull; since: NotNull }>()
    .orderBy('floor')
    .execute()

/** Of every clinic that has any. */
export const selectAllUncovered = ({ db }: Ctx) =>
  db
    .selectFrom('uncovered_floors as f')
    .innerJoin('clinics as c', 'c.id', 'f.clinic_id')
    .select(['c.id as clinic_id', 'c.tz', 'c.locale', 'f.floor', 'f.since'])
    .$narrowType<{ floor: NotNull; since: NotNull }>()
    .orderBy('c.id')
    .orderBy('f.floor')
    .execute()

export interface Person {
  readonly clinic_id: string
  readonly user_id: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly is_on_duty: boolean
  /** of their duty; none: the whole facility */
  readonly duty_floors: readonly string[]
  readonly is_staff: boolean
  /** whether they have a browser that takes pushes */
  readonly has_push: boolean
  readonly choices: readonly ChannelChoice[]
}

const hasPush = (user: string) => sql<boolean>`has_push(${sql.ref(user)})`.as('has_push')

const people = ({ db }: Ctx, clinicIds: readonly string[]) =>
  db
    .selectFrom('people_to_tell as p')
    .where('p.clinic_id', 'in', clinicIds)
    .select(['p.clinic_id', 'p.user_id', 'p.name', 'p.email', 'p.phone', 'p.is_on_duty', 'p.duty_floors', 'p.is_staff'])
    .select(hasPush('p.user_id'))
    .select(
      sql<ChannelChoice[]>`(select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'severity', c.severity,
        'channels', c.channels)), '[]') from channel_choices c where c.user_id = p.user_id)`.as('choices'),
    )
    .orderBy('p.user_id')
    .$castTo<Person>()

/** Who can be notified of what happens in these clinics: whoever is on duty there, and their staff. */
export const selectPeople = (ctx: Ctx, clinicIds: readonly string[]): Promise<Person[]> =>
  people(ctx, clinicIds)
    .where((is) => is.or([is('p.is_on_duty', '=', true), is('p.is_staff', '=', true)]))
    .execute()

/** Somebody who can take duty there. */
export const selectPerson = (ctx: Ctx, clinic_id: string, user_id: string): Promise<Person | undefined> =>
  people(ctx, [clinic_id]).where('p.user_id', '=', user_id).executeTakeFirst()

/** The caller, whether or not they belong to a clinic. */
export const selectOwn = async (
  ctx: Ctx,
  user_id: string,
): Promise<Pick<Person, 'user_id' | 'name' | 'phone' | 'has_push' | 'choices'>> => ({
  user_id,
  ...(await ctx.db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['name', 'contact as phone', hasPush('id')])
    .executeTakeFirstOrThrow()),
  choices: await selectChoices(ctx, user_id),
})

export const selectReach = ({ db }: Ctx, user_id: string): Promise<Pick<Person, 'phone' | 'has_push'>> =>
  db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['contact as phone', hasPush('id')])
    .executeTakeFirstOrThrow()

export const selectChoices = ({ db }: Ctx, user_id: string): Promise<ChannelChoice[]> =>
  db
    .selectFrom('channel_choices')
    .where('user_id', '=', user_id)
    .select(['kind', 'severity', 'channels'])
    .orderBy('kind')
    .orderBy('severity')
    .$castTo<ChannelChoice>()
    .execute()

/** If one is given twice, the last holds. */
export async function replaceChoices({ db }: Ctx, user_id: string, choices: readonly ChannelChoice[]): Promise<void> {
  await db.deleteFrom('channel_choices').where('user_id', '=', user_id).execute()
  const last = new Map(choices.map((choice) => [`${choice.kind} ${choice.severity}`, choice]))
  if (last.size === 0) return
  await db
    .insertInto('channel_choices')
    .values(
      [...last.values()].map(({ kind, severity, channels }) => ({ user_id, kind, severity, channels: [...channels] })),
    )
    // They may choose on two pages at once.
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'severity'])
        .doUpdateSet(({ ref }) => ({ channels: ref('excluded.channels') })),
    )
    .execute()
}
