import type { Act } from '@eupnea/contract/audit.ts'
import type { FhirType } from '@eupnea/contract/rules/fhir-scope.ts'
import type { notFound } from '../platform/errors.ts'
import { patientResource } from './fhir-shapes.ts'
import { type PatientRow, patients } from './patients.sql.ts'
import { deviceResource, locationResource, organizationResource } from './place-shapes.ts'
import { type ClinicRow, type DeviceRow, devices, locations, organizations, type RoomRow } from './places.sql.ts'
import type { Kind } from './search-rows.ts'

interface RowResource<Row> {
  readonly kind: Kind
  /** @param base address of the endpoint */
  readonly shape: (row: Row, base: string) => { readonly resourceType: FhirType; readonly id: string }
  readonly listAct: Act
  readonly readAct: Act
  /** for a 404 */
  readonly noun: Parameters<typeof notFound>[0]
}

const resource = <Row extends { readonly clinic_id: string }>(given: RowResource<Row>) =>
  given as unknown as RowResource<{ readonly clinic_id: string; readonly resident_id?: string }>

/** Resources that are rows of a view, each with how it is searched, shown and recorded. */
export const rowResources = {
  Patient: resource<PatientRow>({
    ...{ kind: patients, shape: patientResource, noun: 'patient' },
    listAct: 'observation.list-patients',
    readAct: 'observation.read-patient',
  }),
  Organization: resource<ClinicRow>({
    ...{ kind: organizations, shape: organizationResource, noun: 'facility' },
    listAct: 'observation.list-organizations',
    readAct: 'observation.read-organization',
  }),
  Device: resource<DeviceRow>({
    ...{ kind: devices, shape: deviceResource, noun: 'device' },
    listAct: 'observation.list-devices',
    readAct: 'observation.read-device',
  }),
  Location: resource<RoomRow>({
    ...{ kind: locations, shape: locationResource, noun: 'resource' },
    listAct: 'observation.list-locations',
    readAct: 'observation.read-location',
  }),
} as const
export type RowType = keyof typeof rowResources
