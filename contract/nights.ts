import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { date, id, instant, line, queryInteger } from './fields.ts'
import { earlierLimits } from './plans.ts'

/** Nights as pictures, from 18:00 to 12:00 by the facility's clock, or other hours, in cells of ten minutes (VI-1, VI-2). */

export const night = z.object({
  /** on which it began, YYYY-MM-DD */
  date: z.string(),
  /** [from, until) of the picture */
  from: instant,
  until: instant,
  /**
   * by ten minutes from `from`, up to now: the share of the minutes in bed, 0 to 1, null where nothing was measured; and
   * the mean respiration rate, breaths per minute, null without a valid one
   */
  beds: z.array(z.number().nullable()),
  rates: z.array(z.number().nullable()),
  minutes_in_bed: z.number(),
})
export type Night = z.output<typeof night>

/** median and spread of the resident's rate, breaths per minute; null until a day of it has been measured */
export const usual = z.object({ median: z.number(), spread: z.number() }).nullable()

export const readNights = call({
  name: 'readNights',
  method: 'GET',
  path: '/residents/{patient_id}/nights',
  access: access.staff,
  summary: m.night_read_call(),
  input: z.object({ patient_id: id, nights: queryInteger(1, 31).prefault(14) }),
  output: z.object({
    patient_id: z.string(),
    clinic_id: z.string(),
    /** the facility's zone */
    tz: z.string(),
    usual,
    earlier_limits: earlierLimits,
    /** newest first; the newest one may not be over */
    items: z.array(night),
  }),
})

export const listNights = call({
  name: 'listNights',
  method: 'GET',
  path: '/clinics/{clinic_id}/nights',
  access: access.staff,
  summary: m.night_list_call(),
  input: z.object({
    clinic_id: id,
    /** one floor, or all of them */
    floor: line(100).optional(),
    /** the day on whose evening it began; by default the newest night */
    date: date.optional(),
    /** other hours instead, such as a shift's: [from, until), at most 24 h */
    from: instant.optional(),
    until: instant.optional(),
  }),
  output: z.object({
    tz: z.string(),
    /** on which the night or the hours begin */
    date: z.string(),
    /** of everybody there, also without anything measured; none of hours to come */
    items: z.array(z.object({ patient_id: z.string(), usual, night })),
  }),
})

export const nightCalls = [readNights, listNights]
