import type { Member } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { type Ctx, seesAll } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { selectKinds } from './links.sql.ts'
import { type MemberRow, type PlaceRow, selectMember, selectPlaces } from './members.sql.ts'
import { lastNights } from './nights.ts'

/** Rows as the contract's members, with their residents' places. */
export async function memberAnswers(ctx: Ctx, rows: readonly MemberRow[]) {
  const ids = rows.map(({ user_id }) => user_id)
  const kinds = await selectKinds(ctx, userOf(ctx).id, ids)
  const places = await selectPlaces(ctx, ids)
  const placeOf = new Map(places.map((place) => [place.user_id, place]))
  const nights = await lastNights(ctx, places)
  const items = rows.map((row): Member => {
    const place = placeOf.get(row.user_id)
    return {
      user_uid: row.user_id,
      group: row.user_type as Member['group'],
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      status: row.status,
      created_at: row.created_at.toString(),
      link: kinds.get(row.user_id) ?? null,
      is_linked: place !== undefined,
      patient_id: (seesAll(ctx.actor) ? place?.resident_id : null) ?? null,
      clinic_name: place?.clinic_name ?? null,
      tz: place?.tz ?? null,
      device_conn_status: place?.device_id ? (place.online ? 1 : 0) : null,
      last_night: nights.get(row.user_id) ?? null,
    }
  })
  return { items, places }
}

/** One member as they are now. @throws 404 for someone the caller doesn't see */
export async function memberAnswer(ctx: Ctx, user_uid: string): Promise<{ member: Member; place?: PlaceRow }> {
  const row = await findMember(ctx, user_uid)
  const { items, places } = await memberAnswers(ctx, [row])
  return { member: items[0]!, place: places[0] }
}

/** @throws 404 for someone the caller doesn't see */
export async function findMember(ctx: Ctx, user_uid: string): Promise<MemberRow> {
  const row = await selectMember(ctx, user_uid)
  if (!row) throw notFound('member', m.common_not_found_title())
  return row
}

/** Clinic and resident of an audit entry about a member's nights. */
export const audited = (place: PlaceRow | undefined) =>
  place ? { clinic_id: place.clinic_id, resident_id: place.resident_id } : {}
