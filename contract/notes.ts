import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, listOf, paging, queryInteger, schemaOf, search } from './fields.ts'
import { notedFields, noteFields } from './notes.fields.ts'
import { flagStatusCode } from './residents.ts'

const kind = schemaOf(noteFields.kind)

/** A note's attachment; fetch it with `readNoteFile`. */
const noteFile = z.object({
  file_id: z.string(),
  /** base name, member id and last-modified time joined by hyphens (NO-2) */
  name: z.string(),
  /** media type */
  type: z.string(),
  bytes: z.number(),
})
export type NoteFile = z.output<typeof noteFile>

/** A note about a resident (specification section 3). */
const note = z.object({
  note_id: z.string(),
  clinic_id: z.string(),
  patient_id: z.string(),
  /** the resident's member id; the patient_id if none was given */
  member_id: z.string(),
  /** who wrote it */
  userUID: z.string(),
  kind,
  /** the flag status that the note is about; null if none */
  status: flagStatusCode.nullable(),
  note: z.string(),
  /** the attachment and its name, if there is one */
  noteFileList: z.array(noteFile),
  uploadedFile: z.string().nullable(),
  /** path of the resident's profile; with change notes of status 4 */
  profileLink: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  /** what staff call the resident by; '' unless it is another name */
  preferred_name: z.string(),
  room: z.string(),
  author: z.string(),
  created_at: z.string(),
  /** who last changed it and when; the author and created_at if nobody has */
  updated_by: z.string(),
  updated_at: z.string(),
  /** number of changes */
  edits: z.number(),
})
export type Note = z.output<typeof note>

/** One version of a note: its content, who saved it, and when. */
const noteVersion = note
  .pick({ kind: true, status: true, note: true, noteFileList: true, uploadedFile: true })
  .extend({ written_at: z.string(), written_by: z.string() })
export type NoteVersion = z.output<typeof noteVersion>

/** An attachment that `uploadNoteFile` has taken, within the hour. */
const fileList = z.array(z.object({ file_id: id })).max(1, m.note_attachment_too_many())

export const listNotes = call({
  name: 'listNotes',
  method: 'GET',
  path: '/notes',
  access: access.staff,
  summary: m.note_list_call(),
  input: z.object({
    clinic_id: id.optional(),
    patient_id: id.optional(),
    kind: kind.optional(),
    /** part of the text, of a resident’s name or of a room */
    search,
    ...paging,
  }),
  output: listOf(note),
})

export const listStoredNotes = call({
  name: 'listStoredNotes',
  method: 'GET',
  path: '/notes/{patient_id}',
  access: access.staff,
  summary: m.note_list_stored_call(),
  input: z.object({ patient_id: id, ...paging }),
  output: listOf(note),
})

export const createNote = call({
  name: 'createNote',
  method: 'POST',
  path: '/notes',
  access: access.staff,
  summary: m.note_create_call(),
  once: true,
  input: z.object({
    patient_id: schemaOf(notedFields.patient_id),
    /** of the resident, when it is given */
    clinic_id: id.optional(),
    member_id: id.optional(),
    kind: kind.default('note'),
    /** for a change note: the resident’s current flag by default */
    status: flagStatusCode.nullish(),
    note: schemaOf(noteFields.note),
    noteFileList: fileList.default([]),
  }),
  output: note,
})

export const updateNote = call({
  name: 'updateNote',
  method: 'POST',
  path: '/notes/{note_id}',
  access: access.staff,
  summary: m.note_update_call(),
  input: z.object({
    note_id: id,
    kind: kind.optional(),
    status: flagStatusCode.nullish(),
    note: schemaOf(noteFields.note).optional(),
    /** the present attachment, a new one, or none */
    noteFileList: fileList.optional(),
    /** `updated_at` of the version being edited; the call is refused if the note has changed since */
    if_updated_at: instant.optional(),
  }),
  output: note,
})

export const listNoteVersions = call({
  name: 'listNoteVersions',
  method: 'GET',
  path: '/notes/{note_id}/versions',
  access: access.staff,
  summary: m.note_list_versions_call(),
  input: z.object({ note_id: id, ...paging }),
  output: listOf(noteVersion),
})

export const uploadNoteFile = call({
  name: 'uploadNoteFile',
  method: 'POST',
  path: '/notes/{patient_id}/files',
  access: access.staff,
  summary: m.note_upload_file_call(),
  input: z.object({
    patient_id: id,
    member_id: id.optional(),
    /** the file's name; only its base name is kept */
    name: z.string().max(1_000),
    /** of the file, ms since the epoch */
    last_modified: queryInteger(0, 8_640_000_000_000_000),
  }),
  output: noteFile,
  carries: 'upload',
})

export const readNoteFile = call({
  name: 'readNoteFile',
  method: 'GET',
  path: '/notes/{note_id}/files/{file_id}',
  access: access.staff,
  summary: m.note_read_file_call(),
  input: z.object({ note_id: id, file_id: id }),
  output: z.unknown(),
  carries: 'download',
})

export const noteCalls = [
  listNotes,
  listStoredNotes,
  createNote,
  updateNote,
  listNoteVersions,
  uploadNoteFile,
  readNoteFile,
]
