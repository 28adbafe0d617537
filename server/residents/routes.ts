import { createResidents as createResidentsCall } from '@eupnea/contract/new-residents.ts'
import * as calls from '@eupnea/contract/residents.ts'
import type { FileStore } from '../platform/file-store.ts'
import { type Route, route, routeOfUpload } from '../platform/route.ts'
import { createResidents } from './create-residents.ts'
import { emptyBed } from './empty-bed.ts'
import { flagResident } from './flag-resident.ts'
import { listResidents } from './list-residents.ts'
import { listRooms } from './list-rooms.ts'
import { listStatusLogs } from './list-status-logs.ts'
import { readFaceSheet } from './read-face-sheet.ts'
import { readResident } from './read-resident.ts'
import { removeFaceSheet } from './remove-face-sheet.ts'
import { saveResident } from './save-resident.ts'
import { setResidentStatus } from './set-resident-status.ts'
import { undoResidentStatus } from './undo-resident-status.ts'
import { uploadFaceSheet } from './upload-face-sheet.ts'

export const residentRoutes: readonly Route[] = [
  route(calls.listResidents, listResidents),
  route(calls.listRooms, listRooms),
  route(calls.readResident, readResident),
  route(calls.saveResident, saveResident),
  route(createResidentsCall, createResidents, 201),
  route(calls.setResidentStatus, setResidentStatus),
  route(calls.undoResidentStatus, undoResidentStatus),
  route(calls.listStatusLogs, listStatusLogs),
  route(calls.flagResident, flagResident),
  route(calls.emptyBed, emptyBed),
]

/** The calls that need the store of files. */
export const faceSheetRoutes = (files: FileStore): readonly Route[] => [
  routeOfUpload(calls.uploadFaceSheet, uploadFaceSheet(files)),
  route(calls.readFaceSheet, readFaceSheet(files)),
  route(calls.removeFaceSheet, removeFaceSheet),
]
