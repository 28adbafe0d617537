import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, newOf, schemaOf } from './fields.ts'
import { newResidentFields, residentFields } from './residents.fields.ts'
import { resident } from './residents.ts'

/** Many residents at a time (EA-4). */

/** At a time; more would keep others' changes waiting. */
export const mostNewResidents = 300

export const createResidents = call({
  name: 'createResidents',
  method: 'POST',
  path: '/residents/bulk',
  access: access.staff,
  summary: m.resident_create_many_call(),
  once: true,
  input: z.object({
    clinic_id: id,
    data: z
      .array(z.object({ ...newOf(residentFields), device_uid: schemaOf(newResidentFields.device_uid).optional() }))
      .min(1)
      .max(mostNewResidents),
  }),
  output: z.object({ items: z.array(resident) }),
})

export const newResidentCalls = [createResidents]
