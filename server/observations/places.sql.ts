import { sql } from 'kysely'
import { identifierSystem } from './patients.sql.ts'
import { equals, hasText, none, oneOf } from './rows.sql.ts'
import type { Kind } from './search-rows.ts'
import { referenceOf, textOf, tokenOf } from './search-values.ts'

/** Facilities, rooms and sensors as they are searched: the views observed_clinics, observed_rooms and observed_devices. */

export interface ClinicRow {
  readonly clinic_id: string
  readonly name: string
}

export interface RoomRow {
  readonly location_id: string
  readonly clinic_id: string
  readonly floor: string
  readonly room: string
}

export interface DeviceRow {
  readonly device_id: string
  readonly device_uid: string
  readonly name: string
  readonly clinic_id: string
  readonly inventory_status: string
  readonly resident_id: string | null
  readonly location_id: string | null
}

const isId = (column: string) => (given: readonly string[]) => oneOf(given.map((text) => equals(column, textOf(text))))

const isIn =
  (name: string, column: string, type: string): Kind['conditions'][string] =>
  (given, { base }) =>
    oneOf(given.map((text) => equals(column, referenceOf(name, text, type, base))))

export const organizations: Kind = {
  view: 'observed_clinics',
  id: 'clinic_id',
  sortable: { _id: sql.ref('clinic_id'), name: sql`fold(name)` },
  conditions: {
    _id: isId('clinic_id'),
    name: (given, { modifier }) => oneOf(given.map((text) => hasText(['name'], text, modifier))),
  },
}

export const locations: Kind = {
  view: 'observed_rooms',
  id: 'location_id',
  sortable: { _id: sql.ref('location_id'), name: sql`fold(room)` },
  conditions: {
    _id: isId('location_id'),
    name: (given, { modifier }) => oneOf(given.map((text) => hasText(['room'], text, modifier))),
    organization: isIn('organization', 'clinic_id', 'Organization'),
  },
}

export const devices: Kind = {
  view: 'observed_devices',
  id: 'device_id',
  sortable: { _id: sql.ref('device_id') },
  conditions: {
    _id: isId('device_id'),
    identifier: (given, { base }) =>
      oneOf(
        given.map((text) => {
          const { system, code } = tokenOf(text)
          if (system === undefined) return oneOf([equals('device_uid', code), equals('device_id', code)])
          const column =
            system === identifierSystem(base, 'sensor')
              ? 'device_uid'
              : system === identifierSystem(base, 'device')
                ? 'device_id'
                : null
          if (!column) return none
          return code ? equals(column, code) : sql<boolean>`true`
        }),
      ),
    organization: isIn('organization', 'clinic_id', 'Organization'),
    patient: isIn('patient', 'resident_id', 'Patient'),
  },
}
