import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { naturallyAnyCase } from '../platform/natural-order.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import { isIn, namesOf } from '../platform/text-search.ts'

/**
 * Tables of this noun: member_links, member_providers, member_invitations (links.sql.ts). Reads the views
 * members_in_sight, member_provider_names and member_invitation_names and the functions of
 * `db/definitions/members.sql`, which only return members that the caller may see.
 */

export type LinkKind = 'admin' | 'coach'

export interface MemberRow {
  readonly user_id: string
  readonly user_type: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly status: number
  readonly created_at: Temporal.Instant
}

const members = ({ db }: Ctx) =>
  db
    .selectFrom('members_in_sight')
    .select(['user_id', 'user_type', 'first_name', 'last_name', 'email', 'status', 'created_at'])
    .$narrowType<{
      user_id: NotNull
      user_type: NotNull
      first_name: NotNull
      last_name: NotNull
      email: NotNull
      status: NotNull
      created_at: NotNull
    }>()

export const selectMember = (ctx: Ctx, user_id: string): Promise<MemberRow | undefined> =>
  members(ctx).where('user_id', '=', user_id).executeTakeFirst()

export interface MemberFilter {
  /** linked to this provider, as one of `kinds` */
  readonly provider_id?: string
  readonly kinds: readonly LinkKind[]
  readonly name?: string
  /** may sign in, and their resident has a device */
  readonly isActive?: boolean
}

/** A page of members by name, with the count of all. */
export async function selectMembers(
  ctx: Ctx,
  { provider_id, kinds, name, isActive }: MemberFilter,
  page: Page,
): Promise<{ rows: MemberRow[]; total: number }> {
  const isAny = provider_id === undefined && kinds.length === 2
  const matching = members(ctx)
    .$if(!isAny, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('member_providers')
            .select('member_id')
            .whereRef('member_id', '=', 'members_in_sight.user_id')
            .where('kind', 'in', [...kinds])
            .$if(provider_id !== undefined, (links) => links.where('provider_id', '=', provider_id!)),
        ),
      ),
    )
    .$if(name !== undefined && name !== '', (query) => query.where(isIn(name!, namesOf())))
    .$if(isActive === true, (query) =>
      query.where('status', '=', 1).where(
        sql<boolean>`exists (select from member_places(array[user_id]) place where place.device_id is not null
            and place.resident_status = 1)`,
      ),
    )
    .orderBy(naturallyAnyCase('last_name'))
    .orderBy(naturallyAnyCase('first_name'))
    .orderBy('user_id')
  return selectPage(matching, page)
}

export interface PlaceRow {
  readonly user_id: string
  readonly resident_id: string
  readonly resident_status: number
  readonly clinic_id: string
  readonly clinic_name: string
  readonly tz: string
  readonly device_id: string | null
  readonly online: boolean
  /** when a device first measured them; null: never */
  readonly first_since: Temporal.Instant | null
}

/** Where members' residents are; leaves out members without one. */
export async function selectPlaces({ db }: Ctx, user_ids: readonly string[]): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`select * from member_places(${[...user_ids]}::text[])`.execute(db)
  return rows
}

export interface MemberSpan {
  readonly user_id: string
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

export interface SumRow {
  /** index of the span */
  readonly index: number
  readonly n_rr: number
  readonly sum_rr: number
  readonly min_rr: number | null
  readonly max_rr: number | null
  readonly n_in_bed: number
}

/** Sums of a member's minutes in each span; spans without any are left out. */
export async function selectSums({ db }: Ctx, spans: readonly MemberSpan[]): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select (idx - 1)::int as index, n_rr, sum_rr, min_rr, max_rr, n_in_bed from member_sums(
      ${spans.map(({ user_id }) => user_id)}::text[],
      ${spans.map(({ since }) => since.toString())}::timestamptz[],
      ${spans.map(({ until }) => until.toString())}::timestamptz[])`.execute(db)
  return rows
}

/** Minutes of a member, oldest first. */
export async function selectMemberMinutes({ db }: Ctx, { user_id, since, until }: MemberSpan) {
  const { rows } = await sql<{ at: Temporal.Instant; avg: number | null; min: number | null; max: number | null }>`
    select * from member_minutes(${user_id}, ${since}::timestamptz, ${until}::timestamptz)`.execute(db)
  return rows
}

/** Ten minutes each from `since`, of which there are any. */
export async function selectMemberCells({ db }: Ctx, { user_id, since, until }: MemberSpan) {
  type Row = { at: Temporal.Instant; bed: number | null; rate: number | null; minutes_in_bed: number }
  const { rows } = await sql<Row>`
    select * from member_cells(${user_id}, ${since}::timestamptz, ${until}::timestamptz)`.execute(db)
  return rows
}
