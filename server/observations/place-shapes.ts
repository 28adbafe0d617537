import { identifierSystem } from './patients.sql.ts'
import type { ClinicRow, DeviceRow, RoomRow } from './places.sql.ts'

/** Facilities, rooms and sensors as resources of FHIR R4. */

export const organizationResource = ({ clinic_id, name }: ClinicRow) => ({
  resourceType: 'Organization' as const,
  id: clinic_id,
  active: true,
  name,
})

export const locationResource = ({ location_id, clinic_id, floor, room }: RoomRow) => ({
  resourceType: 'Location' as const,
  id: location_id,
  status: 'active' as const,
  name: room,
  ...(floor && { description: floor }),
  mode: 'instance' as const,
  physicalType: {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/location-physical-type', code: 'ro', display: 'Room' }],
  },
  managingOrganization: { reference: `Organization/${clinic_id}`, type: 'Organization' },
})

/** @param base address of the endpoint */
export const deviceResource = (row: DeviceRow, base: string) => ({
  resourceType: 'Device' as const,
  id: row.device_id,
  identifier: [
    { system: identifierSystem(base, 'device'), value: row.device_id },
    { system: identifierSystem(base, 'sensor'), value: row.device_uid },
  ],
  status: row.inventory_status === 'active' ? ('active' as const) : ('inactive' as const),
  ...(row.name && { deviceName: [{ name: row.name, type: 'user-friendly-name' as const }] }),
  ...(row.resident_id && { patient: { reference: `Patient/${row.resident_id}`, type: 'Patient' } }),
  owner: { reference: `Organization/${row.clinic_id}`, type: 'Organization' },
  ...(row.location_id && { location: { reference: `Location/${row.location_id}`, type: 'Location' } }),
})
