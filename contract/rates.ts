import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id } from './fields.ts'
import { rateLimits } from './plans.ts'
import { mostStretches } from './rules/spark.ts'

/** Stretches of respiration for sparklines, of many residents at a time (VI-3). */

const key = String.raw`[A-Za-z0-9_.:@\-]{1,64}(~\d{1,15})?`

export const listRates = call({
  name: 'listRates',
  method: 'GET',
  path: '/clinics/{clinic_id}/rates',
  access: access.staff,
  summary: m.rate_list_call(),
  input: z.object({
    clinic_id: id,
    /** comma-separated: residents, each with `~` and the end of the stretch, ms since the epoch; by default now */
    of: z.string().regex(new RegExp(`^${key}(,${key}){0,${mostStretches - 1}}$`), m.rate_keys_wrong()),
  }),
  output: z.object({
    /** residents of the facility, in the order asked for */
    items: z.array(
      z.object({
        /** as asked for */
        of: z.string(),
        patient_id: z.string(),
        /** means of two minutes, oldest first, up to now; null where there is no valid one */
        rates: z.array(z.number().nullable()),
        /** of the plan in force at the end */
        limits: rateLimits,
      }),
    ),
  }),
})

export const rateCalls = [listRates]
