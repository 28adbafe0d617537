import type { AdtState } from '@eupnea/contract/adt.ts'
import type { EhrField } from '@eupnea/contract/ehr-import.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Said } from '../ehr-import/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/** Tables of this noun: adt_senders, adt_messages, adt_people. */

export type SenderRow = Selectable<DB['adt_senders']>

export const selectSender = ({ db }: Ctx, clinic_id: string): Promise<SenderRow | undefined> =>
  db.selectFrom('adt_senders').selectAll().where('clinic_id', '=', clinic_id).executeTakeFirst()

/** Facilities of whose sender nothing was taken for a day. */
export const selectUnheard = async ({ db }: Ctx): Promise<string[]> =>
  (
    await db
      .selectFrom('adt_senders as s')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('adt_messages as m')
              .select('m.id')
              .whereRef('m.clinic_id', '=', 's.clinic_id')
              .where('m.state', '<>', 'refused')
              .where('m.received_at', '>', sql<Temporal.Instant>`now() - interval '1 day'`),
          ),
        ),
      )
      .select('s.clinic_id')
      .orderBy('s.clinic_id')
      .execute()
  ).map(({ clinic_id }) => clinic_id)

export async function deleteRefused({ db }: Ctx, clinic_id: string, digest: Buffer): Promise<void> {
  await db
    .deleteFrom('adt_messages')
    .where('clinic_id', '=', clinic_id)
    .where('control_id', '=', '')
    .where('digest', '=', digest)
    .execute()
}

/** Who may connect: the addresses of all senders. */
export const selectSenderAddresses = ({ db }: Ctx): Promise<Pick<SenderRow, 'clinic_id' | 'addresses'>[]> =>
  db.selectFrom('adt_senders').select(['clinic_id', 'addresses']).orderBy('clinic_id').execute()

export interface Sender {
  readonly clinic_id: string
  readonly addresses: readonly string[]
  /** IANA zone */
  readonly tz: string
  readonly floors: readonly string[]
}

/** Locked until the transaction ends, so that a clinic's messages are applied one after the other. */
const sender = ({ db }: Ctx) =>
  db
    .selectFrom('adt_senders as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select(['s.clinic_id', 's.addresses', 'c.tz', 'c.floors'])
    .forUpdate('s')

/** Remembers since when messages from a sender's addresses have been refused because of their name, if they are. */
export async function noteName({ db }: Ctx, clinic_id: string, isRefused: boolean): Promise<void> {
  await db
    .updateTable('adt_senders')
    .set({ refused_since: isRefused ? sql`now()` : null })
    .where('clinic_id', '=', clinic_id)
    .where('refused_since', isRefused ? 'is' : 'is not', null)
    .execute()
}

/** @param name MSH-4 */
export const lockSenderOf = (ctx: Ctx, name: string): Promise<Sender | undefined> =>
  sender(ctx).where(sql<boolean>`lower(s.sender_name) = lower(${name})`).executeTakeFirst()

export const lockSender = (ctx: Ctx, clinic_id: string): Promise<Sender | undefined> =>
  sender(ctx).where('s.clinic_id', '=', clinic_id).executeTakeFirst()

/** Whether a clinic, which the caller may not see, has that name in MSH-4. */
export const hasOtherClinic = async ({ db }: Ctx, clinic_id: string, name: string): Promise<boolean> =>
  (await sql<{ is_taken: boolean }>`select is_sender_name_taken(${name}, ${clinic_id}) as is_taken`.execute(db))
    .rows[0]!.is_taken

export const upsertSender = ({ db }: Ctx, values: Insertable<DB['adt_senders']>): Promise<SenderRow> =>
  db
    .insertInto('adt_senders')
    .values(values)
    .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Nobody is known by the sender's numbers any more. @returns false when there was none */
export async function deleteSender({ db }: Ctx, clinic_id: string): Promise<boolean> {
  await db.deleteFrom('adt_people').where('clinic_id', '=', clinic_id).execute()
  const { numDeletedRows } = await db.deleteFrom('adt_senders').where('clinic_id', '=', clinic_id).executeTakeFirst()
  return numDeletedRows > 0n
}

export type MessageRow = Omit<Selectable<DB['adt_messages']>, 'state'> & { readonly state: AdtState }

/** More than one if a sender has begun its numbers again. */
export const selectByControlId = (
  { db }: Ctx,
  clinic_id: string,
  control_id: string,
): Promise<Pick<MessageRow, 'digest' | 'state'>[]> =>
  db
    .selectFrom('adt_messages')
    .select(['digest', 'state'])
    .where('clinic_id', '=', clinic_id)
    .where('control_id', '=', control_id)
    .$castTo<Pick<MessageRow, 'digest' | 'state'>>()
    .execute()

/** Whether the same message waits for a person under another number. */
export const hasFailedAs = async (
  { db }: Ctx,
  { clinic_id, digest, control_id }: Pick<MessageRow, 'clinic_id' | 'digest' | 'control_id'>,
): Promise<boolean> =>
  (await db
    .selectFrom('adt_messages')
    .select('id')
    .where('clinic_id', '=', clinic_id)
    .where('state', '=', 'failed')
    .where('digest', '=', digest)
    .where('control_id', '<>', control_id)
    .executeTakeFirst()) !== undefined

export const selectClinicOfMessage = async ({ db }: Ctx, id: string): Promise<string | undefined> =>
  (await db.selectFrom('adt_messages').select('clinic_id').where('id', '=', id).executeTakeFirst())?.clinic_id

/** The precondition is part of it: only a message that needs a person can be settled. */
export const lockMessage = async ({ db }: Ctx, id: string): Promise<MessageRow | undefined> =>
  (await db.selectFrom('adt_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | MessageRow
    | undefined

/** Stores a message, or what became of it this time. */
export const upsertMessage = async ({ db }: Ctx, values: Insertable<DB['adt_messages']>): Promise<void> => {
  await db
    .insertInto('adt_messages')
    .values(values)
    .onConflict((conflict) => conflict.columns(['clinic_id', 'control_id', 'digest']).doUpdateSet(values))
    .execute()
}

export async function updateMessage({ db }: Ctx, id: string, values: Updateable<DB['adt_messages']>): Promise<void> {
  await db.updateTable('adt_messages').set(values).where('id', '=', id).execute()
}

/** A page, those that need a person first, then those refused, newest first, with the count of all. */
export async function selectMessages(
  { db }: Ctx,
  { clinic_id, state }: { readonly clinic_id: string; readonly state?: AdtState | undefined },
  page: Page,
): Promise<{ rows: MessageRow[]; total: number }> {
  let query = db.selectFrom('adt_messages').where('clinic_id', '=', clinic_id)
  if (state) query = query.where('state', '=', state)
  return selectPage(
    query
      .selectAll()
      .orderBy(sql`case when state in ('waiting', 'failed') then 0 when state = 'refused' then 1 else 2 end`)
      .orderBy('received_at', 'desc')
      .orderBy('id')
      .$castTo<MessageRow>(),
    page,
  )
}

/** Longer than any sender repeats a message, and than somebody should need to look. */
const keptDays = 30

/** Run by a job: a sender begins its numbers again some day, and a message that nobody settled has a name in it. */
export async function removeOldAdtMessages({ db }: Ctx): Promise<void> {
  await db
    .deleteFrom('adt_messages')
    .where('received_at', '<', sql<Temporal.Instant>`now() - make_interval(days => ${keptDays})`)
    .execute()
}

export interface PersonRow {
  readonly external_id: string
  readonly resident_id: string
  readonly said: Said
  /** of which instant each value is, ISO 8601 */
  readonly said_at: Readonly<Partial<Record<EhrField, string>>>
  readonly merged_into: string | null
}

/** Those with these numbers, and whom they were merged into. */
export const selectPeople = async (
  { db }: Ctx,
  clinic_id: string,
  externalIds: readonly string[],
): Promise<PersonRow[]> =>
  (
    await sql<PersonRow>`with recursive found as (
        select external_id, resident_id, said, said_at, merged_into from adt_people
        where clinic_id = ${clinic_id} and external_id = any(${externalIds}::text[])
        union
        select p.external_id, p.resident_id, p.said, p.said_at, p.merged_into
        from found f join adt_people p on p.clinic_id = ${clinic_id} and p.external_id = f.merged_into
      ) select * from found`.execute(db)
  ).rows

/** By what numbers these residents are known. */
export const selectPeopleOf = ({ db }: Ctx, residentIds: readonly string[]): Promise<PersonRow[]> =>
  db
    .selectFrom('adt_people')
    .select(['external_id', 'resident_id', 'said', 'said_at', 'merged_into'])
    .where('resident_id', '=', sql<string>`any(${residentIds}::text[])`)
    .where('merged_into', 'is', null)
    .$castTo<PersonRow>()
    .execute()

export async function upsertPerson({ db }: Ctx, clinic_id: string, person: PersonRow): Promise<void> {
  const values = {
    ...{ clinic_id, external_id: person.external_id, resident_id: person.resident_id, merged_into: person.merged_into },
    ...{ said: JSON.stringify(person.said), said_at: JSON.stringify(person.said_at) },
  }
  await db
    .insertInto('adt_people')
    .values(values)
    .onConflict((conflict) => conflict.columns(['clinic_id', 'external_id']).doUpdateSet(values))
    .execute()
}
