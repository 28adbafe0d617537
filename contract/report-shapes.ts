import { z } from 'zod'
import { pagination } from './fields.ts'
import { rateLimits } from './plans.ts'

/** Outputs of resident reports. Rates are breaths per minute, times in bed hours, dates days in the clinic's zone. */

/** The plan's limits that a row is judged by: those in force at its end (PL-2). */
export const limitsThen = {
  limits: rateLimits,
  /** they are the resident's own, and not the facility's then */
  limits_are_own: z.boolean(),
}

/** A point of a respiration curve: one minute, or one hour over long spans. */
export const respirationPoint = z.object({
  /** start of the minute or hour, ISO 8601 */
  tracker_ts: z.string(),
  avg: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  dist_rr_avg: z.number().nullable(),
})
export type RespirationPoint = z.output<typeof respirationPoint>

/** A reading as the sensor sent it: ts in ms since the epoch, breaths per minute, metres. */
export const rawPoint = z.object({
  ts: z.number(),
  rr: z.number().nullable(),
  dist: z.number().nullable(),
  /** in a CSV: `MM/DD/YYYY HH:mm:ss` in the clinic's zone */
  time: z.string().optional(),
})

/** The period covered by a row of the resident report (RP-6). */
export const patientReportTypes = ['daily', 'weekly', 'monthly'] as const
export type PatientReportType = (typeof patientReportTypes)[number]

/** Maximum days in a resident report. */
export const mostReportDays = 400

/** The triad: three parts of eight hours, by the hour at which each starts on the clinic's clock. */
export const dayParts = { night: 0, day: 8, evening: 16 } as const
export type DayPart = keyof typeof dayParts

const sums = z.object({
  /** mean of the minute averages, lowest and highest reading; null without a valid one */
  rr_avg: z.number().nullable(),
  rr_min: z.number().nullable(),
  rr_max: z.number().nullable(),
  /** total hours, without those on leave; null if all was on leave (PL-6) */
  time_in_bed: z.number().nullable(),
  /** with any reading */
  minutes: z.number(),
})

const patientReportRow = z.object({
  /** first and last day covered by the row, within the requested period */
  date: z.string(),
  last_date: z.string(),
  /** with any reading */
  days: z.number(),
  ...sums.shape,
  rr_outside_range: z.boolean(),
  ...limitsThen,
  /** mean of the days with any reading; null if all were on leave (PL-6) */
  time_in_bed_per_day: z.number().nullable(),
  /** number of out-of-range episodes */
  episodes: z.number(),
  night: sums,
  day: sums,
  evening: sums,
})
export type PatientReportRow = z.output<typeof patientReportRow>

/** A day, week or month without any reading has no row. */
export const patientReport = z.object({
  type: z.enum(patientReportTypes),
  /** the clinic's zone */
  tz: z.string(),
  items: z.array(patientReportRow),
})
export type PatientReport = z.output<typeof patientReport>

export const minutelyReport = z.object({
  tz: z.string(),
  items: z.array(
    z.object({
      /** `MM/DD/YYYY HH:mm:ss` in the clinic's zone */
      time: z.string(),
      ...respirationPoint.shape,
      rr_outside_range: z.boolean(),
      ...limitsThen,
    }),
  ),
  pagination,
})
export type MinutelyReport = z.output<typeof minutelyReport>

const whoAndWhere = {
  patient_id: z.string(),
  room: z.string(),
  first_name: z.string(),
  last_name: z.string(),
}

export const combinedTimeInBed = z.object({
  tz: z.string(),
  /** one row per day and resident with any reading; time_in_bed is null on a day on leave (PL-6) */
  items: z.array(z.object({ date: z.string(), ...whoAndWhere, time_in_bed: z.number().nullable() })),
  /** daily mean of those who were not on leave */
  combined: z.array(z.object({ date: z.string(), residents: z.number(), time_in_bed: z.number() })),
})
export type CombinedTimeInBed = z.output<typeof combinedTimeInBed>

export const rrOfClinic = z.object({
  tz: z.string(),
  /** end of the 24 and the 72 hours, ISO 8601 */
  until: z.string(),
  items: z.array(
    z.object({
      ...whoAndWhere,
      floor_id: z.string(),
      rr_avg_24h: z.number().nullable(),
      rr_min_24h: z.number().nullable(),
      rr_max_24h: z.number().nullable(),
      rr_avg_72h: z.number().nullable(),
      rr_min_72h: z.number().nullable(),
      rr_max_72h: z.number().nullable(),
      /** 24 h average minus 72 h average, and the same as a percentage of the 72 h average */
      rr_change: z.number().nullable(),
      rr_change_percent: z.number().nullable(),
      rr_outside_range: z.boolean(),
      ...limitsThen,
    }),
  ),
})
export type RrOfClinic = z.output<typeof rrOfClinic>
