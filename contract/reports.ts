import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import {
  date,
  id,
  instant,
  line,
  listOf,
  missing,
  noAnswer,
  optionalId,
  pagination,
  paging,
  queryInteger,
} from './fields.ts'
import { reportChoiceCalls } from './report-choices.ts'
import {
  combinedTimeInBed,
  limitsThen,
  minutelyReport,
  patientReport,
  patientReportTypes,
  rawPoint,
  respirationPoint,
  rrOfClinic,
} from './report-shapes.ts'

export * from './report-choices.ts'
export * from './report-shapes.ts'

export const readLiveGraph = call({
  name: 'readLiveGraph',
  method: 'GET',
  path: '/live-graph',
  access: access.staff,
  summary: m.report_live_graph_call(),
  input: z.object({ device_id: id, hours: queryInteger(1, 72).default(2), clinic_id: id.optional() }),
  output: z.object({ device_id: z.string(), items: z.array(respirationPoint) }),
})

/** Hours of the longest respiration report; up to `minuteHours` its points are minutes, beyond they are hours. */
export const longestHours = 24 * 31
export const minuteHours = 72

/** [start, end); end is now unless told, start what the report's length says (raw: 24 h). */
const period = { start: instant.optional(), end: instant.optional() }

/** A resident of the daily report; rates are breaths per minute, times hours (interfaces.md section 5). */
export const dailyReportRow = z.object({
  patient_id: z.string(),
  /** start of the newest minute that the values are of, ISO 8601 */
  tracker_ts: z.string(),
  room: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** a floor's name is its id */
  floor_id: z.string(),
  /** over the last 24 h; null without a valid one */
  rr_avg: z.number().nullable(),
  rr_outside_range: z.boolean(),
  ...limitsThen,
  /** 24 h average less 72 h average */
  rr_change_hrs_3days: z.number().nullable(),
  /** in the last 24 h */
  time_in_bed: z.number().nullable(),
  /** less the mean day of the last 72 h */
  time_in_bed_change_hrs_3days: z.number().nullable(),
})
export type DailyReportRow = z.output<typeof dailyReportRow>

export const dailyReport = z.object({
  info: z.object({
    clinic_name: z.string(),
    /** the clinic's day, YYYY-MM-DD */
    date: z.string(),
    /** the floor asked for, or `all` */
    floor: z.string(),
  }),
  items: z.array(dailyReportRow),
})
export type DailyReport = z.output<typeof dailyReport>

/** One path, told apart by `report`; later reports join this union. */
export const readReport = call({
  name: 'readReport',
  method: 'GET',
  path: '/reports',
  access: access.staff,
  summary: m.report_read_call(),
  input: z
    .object({
      report: z.enum(['raw', 'rr', 'tib', 'daily', 'patient', 'minutely', 'tib-combined', 'rr-24-72']),
      /**
       * one of the two is required, for patient and minutely the resident, for daily, tib-combined and rr-24-72 the
       * clinic; both: what the device said of that resident
       */
      device_id: optionalId,
      patient_id: optionalId,
      clinic_id: optionalId,
      /** rr: length of the span, 24 unless told; minutes up to 72, hours beyond */
      hours: queryInteger(1, longestHours).default(24),
      /** tib: number of days, the last one being that of `end` */
      days: queryInteger(1, 92).default(14),
      /** daily: the clinic's day, today unless told; of today the last 24 h until now, of others until their end */
      date: date.optional(),
      /** daily, rr-24-72: one floor, or `all` */
      floor: line(40).optional(),
      /** patient: what a row stands for; daily in three parts of eight hours */
      type: z.enum(patientReportTypes).default('daily'),
      /** patient, tib-combined, and instead of instants raw and minutely: first and last day of the clinic, both included */
      start_date: date.optional(),
      end_date: date.optional(),
      /** tib-combined: residents, separated by commas; all unless told */
      patient_ids: z
        .string()
        .max(20_000)
        .regex(/^[A-Za-z0-9_.:@-]{1,64}(,[A-Za-z0-9_.:@-]{1,64})*$/, m.report_ids_wrong())
        .optional(),
      /** daily: a row a resident */
      structure: z.literal('out').optional(),
      ...period,
      page: queryInteger(1, 1_000_000).default(1),
      page_size: queryInteger(1, 10_000).default(1_000),
    })
    .check(({ value, issues }) => {
      const { device_id, patient_id, clinic_id, report } = value
      const need = (field: string) => issues.push(missing(field))
      if (report === 'tib-combined' || report === 'rr-24-72') {
        if (clinic_id === undefined) need('clinic_id')
      } else if (report === 'daily') {
        if (patient_id === undefined && clinic_id === undefined) need('clinic_id')
      } else if (patient_id === undefined) {
        if (device_id === undefined || report === 'patient' || report === 'minutely') need('patient_id')
      }
    }),
  // What says most of itself stands first: an empty list fits several.
  output: z.union([
    patientReport,
    combinedTimeInBed,
    rrOfClinic,
    minutelyReport,
    z.object({ items: z.array(rawPoint), pagination }),
    z.object({ items: z.array(respirationPoint), resolution: z.enum(['minute', 'hour']) }),
    z.object({ items: z.array(z.object({ date: z.string(), time_in_bed: z.number() })), timezone: z.string() }),
    dailyReport,
  ]),
})

/** A link by which anyone who holds it opens one daily report. Its secret is shown once, when it is made (RP-4). */
export const reportLink = z.object({
  link_id: z.string(),
  clinic_id: z.string(),
  date: z.string(),
  /** one floor, or `all` */
  floor: z.string(),
  created_at: z.string(),
  /** e-mail of who made it */
  created_by: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  state: z.enum(['open', 'expired', 'revoked']),
  /** how often it was opened, and when last */
  opened: z.number(),
  last_opened_at: z.string().nullable(),
})
export type ReportLink = z.output<typeof reportLink>

/** How long a link opens its report. */
export const linkDays = 7

export const openReport = call({
  name: 'openReport',
  method: 'GET',
  path: '/reports/open',
  access: access.public,
  summary: m.report_open_link_call(),
  input: z.object({
    unique_id: z.string().min(1).max(200),
    /** as it stands in the link; the report says itself what it is called */
    fileName: line(300).optional(),
    /** a floor of the report; a link to one floor opens that floor only */
    floor: line(40).optional(),
  }),
  output: dailyReport,
})

export const createReportLink = call({
  name: 'createReportLink',
  method: 'POST',
  path: '/reports/links',
  access: access.staff,
  summary: m.report_create_link_call(),
  input: z.object({ clinic_id: id, date, floor: line(40).optional() }),
  output: z.object({ link_id: z.string(), unique_id: z.string(), url: z.string(), expires_at: z.string() }),
})

export const listReportLinks = call({
  name: 'listReportLinks',
  method: 'GET',
  path: '/reports/links',
  access: access.staff,
  summary: m.report_list_links_call(),
  input: z.object({ clinic_id: id, ...paging }),
  output: listOf(reportLink),
})

export const revokeReportLink = call({
  name: 'revokeReportLink',
  method: 'DELETE',
  path: '/reports/links/{link_id}',
  access: access.staff,
  summary: m.report_revoke_link_call(),
  input: z.object({ link_id: id }),
  output: noAnswer,
})

export const reportCalls = [
  readLiveGraph,
  readReport,
  openReport,
  createReportLink,
  listReportLinks,
  revokeReportLink,
  ...reportChoiceCalls,
]
