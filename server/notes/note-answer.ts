import type { Note, NoteFile, NoteVersion } from '@eupnea/contract/notes.ts'
import type { FlagStatus } from '@eupnea/contract/rules/flag.ts'
import { type FileFacts, fileFacts } from '../files/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { NoteRow, selectVersions } from './notes.sql.ts'

/** The part of a note that can be edited. */
interface Content {
  readonly kind: string
  readonly status: number | null
  readonly note: string
  readonly file_id: string | null
}

const contentOf = ({ kind, status, note, file_id }: Content, files: ReadonlyMap<string, FileFacts>) => {
  const file: NoteFile | undefined = file_id === null ? undefined : files.get(file_id)
  return {
    kind: kind as Note['kind'],
    status: status as FlagStatus | null,
    note,
    noteFileList: file ? [file] : [],
    uploadedFile: file?.name ?? null,
  }
}

const filesOf = (ctx: Ctx, rows: readonly Content[]) =>
  fileFacts(
    ctx,
    rows.flatMap(({ file_id }) => file_id ?? []),
  )

/** Status of an escalated note, which links to the resident's profile. */
const escalated = 4

const profileOf = ({ resident_id, device_id }: NoteRow): string =>
  ['/patient/profile', resident_id, ...(device_id ? [device_id] : [])].join('/')

/** Rows as the contract's notes. */
export async function noteAnswers(ctx: Ctx, rows: readonly NoteRow[]): Promise<Note[]> {
  const files = await filesOf(ctx, rows)
  return rows.map((row) => ({
    ...contentOf(row, files),
    note_id: row.id,
    clinic_id: row.clinic_id,
    patient_id: row.resident_id,
    member_id: row.member_id,
    userUID: row.created_by,
    profileLink: row.kind === 'change' && row.status === escalated ? profileOf(row) : null,
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    preferred_name: row.preferred_name ?? '',
    room: row.room ?? '',
    author: row.created_name,
    created_at: row.created_at.toString(),
    updated_by: row.updated_name,
    updated_at: row.updated_at.toString(),
    edits: row.edits,
  }))
}

type VersionRow = Awaited<ReturnType<typeof selectVersions>>['rows'][number]

export async function versionAnswers(ctx: Ctx, rows: readonly VersionRow[]): Promise<NoteVersion[]> {
  const files = await filesOf(ctx, rows)
  return rows.map((row) => ({
    ...contentOf(row, files),
    written_at: row.written_at.toString(),
    written_by: row.written_name,
  }))
}
