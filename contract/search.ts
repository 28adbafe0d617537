import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { line } from './fields.ts'
import { nameFields } from './resident-name.ts'
import { residentStatusCode } from './residents.ts'

/** Search from everywhere (EA-1). By POST: what people type are mostly names, and addresses are kept in logs. */

/** Of each kind; more words find what is missing. */
export const mostFound = 6

const wanted = z.object({
  /** each of its words is in what is found */
  text: line(200, 1),
})

const names = Object.fromEntries(nameFields.map((name) => [name, z.string()])) as Record<
  (typeof nameFields)[number],
  z.ZodString
>

const found = z.object({
  /** by name or room; discharged ones after the others */
  residents: z.array(
    z.object({
      patient_id: z.string(),
      clinic_id: z.string(),
      ...names,
      room: z.string(),
      floor: z.string(),
      status: residentStatusCode,
    }),
  ),
  /** with active residents */
  rooms: z.array(z.object({ clinic_id: z.string(), room: z.string(), floor: z.string(), residents: z.number() })),
  /** by name or sensor ID */
  devices: z.array(
    z.object({
      device_id: z.string(),
      device_uid: z.string(),
      device_name: z.string(),
      /** null: in stock */
      clinic_id: z.string().nullable(),
      patient_id: z.string().nullable(),
      room: z.string(),
    }),
  ),
  clinics: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
})
export type Found = z.output<typeof found>

export const searchPortal = call({
  name: 'searchPortal',
  method: 'POST',
  path: '/search',
  access: access.staff,
  summary: m.search_call(),
  input: wanted,
  output: found,
})

export const searchUsers = call({
  name: 'searchUsers',
  method: 'POST',
  path: '/search/users',
  access: access.managersAndClinicAdmins,
  summary: m.search_users_call(),
  input: wanted,
  output: z.object({
    users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  }),
})
export type FoundUser = z.output<(typeof searchUsers)['output']>['users'][number]

export const searchCalls = [searchPortal, searchUsers]
