import * as calls from '@eupnea/contract/notes.ts'
import type { FileStore } from '../platform/file-store.ts'
import { type Route, route, routeOfUpload } from '../platform/route.ts'
import { createNote } from './create-note.ts'
import { listNoteVersions } from './list-note-versions.ts'
import { listNotes } from './list-notes.ts'
import { listStoredNotes } from './list-stored-notes.ts'
import { readNoteFile } from './read-note-file.ts'
import { updateNote } from './update-note.ts'
import { uploadNoteFile } from './upload-note-file.ts'

export const noteRoutes = (files: FileStore): readonly Route[] => [
  route(calls.listNotes, listNotes),
  route(calls.listStoredNotes, listStoredNotes),
  route(calls.createNote, createNote, 201),
  route(calls.updateNote, updateNote),
  route(calls.listNoteVersions, listNoteVersions),
  routeOfUpload(calls.uploadNoteFile, uploadNoteFile(files)),
  route(calls.readNoteFile, readNoteFile(files)),
]
