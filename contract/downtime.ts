import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, pagination, queryInteger } from './fields.ts'
import { downtimeCauses } from './rules/downtime.ts'

/** Time in which a bed was not watched, on one of the facility's days (WA-10). */
const downtime = z.object({
  device_id: z.string(),
  patient_id: z.string(),
  cause: z.enum(downtimeCauses),
  /** within the period asked for and within the day; of one that goes on, `until` is now */
  from: z.string(),
  until: z.string(),
  is_ongoing: z.boolean(),
  /** YYYY-MM-DD in the facility's zone */
  date: z.string(),
  seconds: z.number(),
  room: z.string(),
  first_name: z.string(),
  last_name: z.string(),
})
export type Downtime = z.output<typeof downtime>

/** Days before `until` that are shown by default. */
export const usualDowntimeDays = 7

export const readDowntime = call({
  name: 'readDowntime',
  method: 'GET',
  path: '/clinics/{clinic_id}/downtime',
  access: access.staff,
  summary: m.downtime_read_call(),
  input: z.object({
    clinic_id: id,
    /** [from, until); `until` is now by default */
    from: instant.optional(),
    until: instant.optional(),
    page: queryInteger(1, 1_000_000).prefault(1),
    page_size: queryInteger(1, 10_000).prefault(1_000),
  }),
  output: z.object({
    /** newest first; one that lasts beyond midnight is split */
    items: z.array(downtime),
    /** share of the time of links, without leave, that was watched: 0 to 1; null if nobody was to be watched */
    monitored_share: z.number().nullable(),
    pagination,
  }),
})

export const downtimeCalls = [readDowntime]
