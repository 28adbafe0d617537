import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { later } from '../platform/instants.ts'
import { selectPage } from '../platform/paging.ts'
import { isIn, namesOf } from '../platform/text-search.ts'

/** Tables of this noun: notes, note_versions; with the view noted_residents. */

/** Notes with their resident. */
const withResident = ({ db }: Ctx) =>
  db
    .selectFrom('notes')
    .innerJoin('noted_residents as resident', 'resident.resident_id', 'notes.resident_id')
    .selectAll('notes')
    .select([
      'resident.first_name',
      'resident.last_name',
      'resident.preferred_name',
      'resident.room',
      'resident.device_id',
    ])
    .select(sql<number>`(select count(*)::int4 from note_versions v where v.note_id = notes.id)`.as('edits'))

export type NoteRow = Awaited<ReturnType<ReturnType<typeof withResident>['execute']>>[number]

export const selectNote = (ctx: Ctx, id: string): Promise<NoteRow | undefined> =>
  withResident(ctx).where('notes.id', '=', id).executeTakeFirst()

export interface NoteFilter {
  readonly clinic_id?: string
  readonly patient_id?: string
  readonly kind?: string
  readonly search?: string
}

interface Page {
  readonly offset: number
  readonly limit: number
}

/** A page, newest first, with the count of all. */
export async function selectNotes(
  ctx: Ctx,
  { clinic_id, patient_id, kind, search }: NoteFilter,
  page: Page,
): Promise<{ rows: NoteRow[]; total: number }> {
  let query = withResident(ctx)
  if (clinic_id) query = query.where('notes.clinic_id', '=', clinic_id)
  if (patient_id) query = query.where('notes.resident_id', '=', patient_id)
  if (kind) query = query.where('kind', '=', kind)
  if (search) query = query.where(isIn(search, 'note', 'room', namesOf(), 'preferred_name'))
  return selectPage(query.orderBy('notes.created_at', 'desc').orderBy('notes.id'), page)
}

/** The resident of a note, also if deleted; undefined when the actor may not see them. */
export const selectNotedResident = ({ db }: Ctx, id: string) =>
  db
    .selectFrom('noted_residents')
    .select(['resident_id', 'clinic_id', 'status', 'flag_status'])
    .where('resident_id', '=', id)
    .executeTakeFirst()

export const insertNote = async ({ db }: Ctx, values: Insertable<DB['notes']>): Promise<string> =>
  (await db.insertInto('notes').values(values).returning('id').executeTakeFirstOrThrow()).id

/** The current note, locked until the transaction ends. */
export const lockNote = ({ db }: Ctx, id: string): Promise<Selectable<DB['notes']> | undefined> =>
  db.selectFrom('notes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Stores the previous text as a version; the note is locked. */
export async function insertVersion({ db }: Ctx, note: Selectable<DB['notes']>): Promise<void> {
  const { id, clinic_id, resident_id, kind, status, file_id } = note
  const written = { written_at: note.updated_at, written_by: note.updated_by, written_name: note.updated_name }
  await db
    .insertInto('note_versions')
    .values({ note_id: id, clinic_id, resident_id, kind, status, note: note.note, file_id, ...written })
    .execute()
}

/**
 * @param unchangedSince the note's updated_at when the change was made
 * @returns false when it has changed since
 */
export async function updateNoteRow(
  { db }: Ctx,
  id: string,
  values: Updateable<DB['notes']>,
  unchangedSince?: string,
): Promise<boolean> {
  let update = db
    .updateTable('notes')
    .set({ ...values, updated_at: later })
    .where('id', '=', id)
  if (unchangedSince) update = update.where('updated_at', '<=', sql<Temporal.Instant>`${unchangedSince}::timestamptz`)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** The current and earlier versions of a note, newest first, with the count of all. */
export async function selectVersions({ db }: Ctx, note_id: string, page: Page) {
  const present = db
    .selectFrom('notes')
    .select(['kind', 'status', 'note', 'file_id'])
    .select(['updated_at as written_at', 'updated_name as written_name'])
    .where('id', '=', note_id)
  const before = db
    .selectFrom('note_versions')
    .select(['kind', 'status', 'note', 'file_id', 'written_at', 'written_name'])
    .where('note_id', '=', note_id)
  const versions = present.unionAll(before).as('versions')
  return selectPage(db.selectFrom(versions).selectAll().orderBy('written_at', 'desc'), page)
}

/** The resident of the note that has, or had, this attachment. */
export const selectNoteOfFile = ({ db }: Ctx, note_id: string, file_id: string) =>
  db
    .selectFrom('notes')
    .select(['clinic_id', 'resident_id'])
    .where('id', '=', note_id)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('file_id', '=', file_id),
        exists(
          selectFrom('note_versions').select('note_id').where('note_id', '=', note_id).where('file_id', '=', file_id),
        ),
      ]),
    )
    .executeTakeFirst()
