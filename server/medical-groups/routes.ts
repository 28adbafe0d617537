import * as calls from '@eupnea/contract/medical-groups.ts'
import { type Route, route } from '../platform/route.ts'
import { assignMedicalGroupClinics } from './assign-medical-group-clinics.ts'
import { createMedicalGroup } from './create-medical-group.ts'
import { deleteMedicalGroup } from './delete-medical-group.ts'
import { listGroupedClinics } from './list-grouped-clinics.ts'
import { listMedicalGroupClinics } from './list-medical-group-clinics.ts'
import { listMedicalGroups } from './list-medical-groups.ts'
import { readMedicalGroup } from './read-medical-group.ts'
import { updateMedicalGroup } from './update-medical-group.ts'

export const medicalGroupRoutes: readonly Route[] = [
  route(calls.listMedicalGroups, listMedicalGroups),
  route(calls.listGroupedClinics, listGroupedClinics),
  route(calls.readMedicalGroup, readMedicalGroup),
  route(calls.createMedicalGroup, createMedicalGroup, 201),
  route(calls.updateMedicalGroup, updateMedicalGroup),
  route(calls.deleteMedicalGroup, deleteMedicalGroup),
  route(calls.listMedicalGroupClinics, listMedicalGroupClinics),
  route(calls.assignMedicalGroupClinics, assignMedicalGroupClinics),
]
