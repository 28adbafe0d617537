import * as calls from '@eupnea/contract/clinics.ts'
import type { FileStore } from '../platform/file-store.ts'
import { type Route, route, routeOfUpload } from '../platform/route.ts'
import { createClinic } from './create-clinic.ts'
import { listClinics } from './list-clinics.ts'
import { listFloors } from './list-floors.ts'
import { readClinic } from './read-clinic.ts'
import { readClinicLogo } from './read-clinic-logo.ts'
import { removeClinicLogo } from './remove-clinic-logo.ts'
import { updateClinic } from './update-clinic.ts'
import { uploadClinicLogo } from './upload-clinic-logo.ts'

/** The demo noun binds removeDemo, because it removes data of several nouns. */
export const clinicRoutes = (files: FileStore): readonly Route[] => [
  route(calls.listClinics, listClinics),
  route(calls.readClinic, readClinic),
  route(calls.createClinic, createClinic, 201),
  route(calls.updateClinic, updateClinic),
  route(calls.listFloors, listFloors),
  routeOfUpload(calls.uploadClinicLogo, uploadClinicLogo(files)),
  route(calls.readClinicLogo, readClinicLogo(files)),
  route(calls.removeClinicLogo, removeClinicLogo),
]
