import type { Ctx } from '../platform/context.ts'

import { storyDays } from './story.ts'

/** Tables of other nouns, of the demonstration facility alone: device_assignments, devices, users, member_links. Reads clinics. */

/**
 * Has its residents lie under their sensors since before calls allow, so that the past is theirs, and was monitored from
 * its beginning (VI-5).
 */
export async function lieSince({ db }: Ctx, clinic_id: string, since: Temporal.Instant): Promise<void> {
  await db
    .updateTable('device_assignments')
    .set({ since, linked_at: since })
    .where('clinic_id', '=', clinic_id)
    .execute()
  await db.updateTable('devices').set({ stocked_at: since }).where('clinic_id', '=', clinic_id).execute()
}

export async function insertMemberLink({ db }: Ctx, user_id: string, resident_id: string): Promise<void> {
  await db.insertInto('member_links').values({ user_id, resident_id }).execute()
}

/** Members have no facility with which they would go. */
export async function deleteMember({ db }: Ctx, email: string): Promise<void> {
  await db.deleteFrom('users').where('email', '=', email).where('user_type', '=', 'member').execute()
}

/** When the facility was made, ms since the epoch, if its past is long enough for the story. */
export async function storyOrigin({ db }: Ctx, clinic_id: string): Promise<number | null> {
  const { created_at, since } = await db
    .selectFrom('clinics')
    .innerJoin('device_assignments', 'device_assignments.clinic_id', 'clinics.id')
    .where('clinics.id', '=', clinic_id)
    .groupBy('clinics.id')
    .select(({ fn }) => ['clinics.created_at', fn.min('since').as('since')])
    .executeTakeFirstOrThrow()
  const days = (created_at.epochMilliseconds - since.epochMilliseconds) / 86_400_000
  return days > storyDays ? created_at.epochMilliseconds : null
}
