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
  newOf,
  noAnswer,
  optionalId,
  pagination,
  paging,
  queryInteger,
} from './fields.ts'
import { earlierLimits } from './plans.ts'
import { reportChoiceCalls } from './report-choices.ts'
import { reportLinkFields } from './report-links.fields.ts'
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
import { downtimeCauses } from './rules/downtime.ts'

export * from './report-choices.ts'
export * from './report-shapes.ts'

export const readLiveGraph = call({
  name: 'readLiveGraph',
  method: 'GET',
  path: '/live-graph',
  access: access.staff,
  summary: m.report_live_graph_call(),
  input: z.object({ device_id: id, hours: queryInteger(1, 72).prefault(2), clinic_id: id.optional() }),
  output: z.object({ device_id: z.string(), items: z.array(respirationPoint) }),
})

/** Longest respiration report, hours; up to `minuteHours` its points are minutes, beyond that hours. */
export const longestHours = 24 * 31
export const minuteHours = 72

/** [start, end); end defaults to now, start to the report's usual length before it (raw: 24 h). */
const period = { start: instant.optional(), end: instant.optional() }

/** A resident of the daily report; rates are breaths per minute, times hours (RP-3). */
const dailyReportRow = z.object({
  patient_id: z.string(),
  /** start of the newest minute included, ISO 8601 */
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
  /** 24 h average minus 72 h average; null before there are 72 h to compare with (VI-5) */
  rr_change_hrs_3days: z.number().nullable(),
  /** in the last 24 h, without those on leave; null if all of them were (PL-6) */
  time_in_bed: z.number().nullable(),
  /** a day of the last 24 h minus a day of the last 72 h, of the time that was measured (VI-5) */
  time_in_bed_change_hrs_3days: z.number().nullable(),
  /** a day of the last 72 h, of the time that was measured; null where the change is */
  time_in_bed_hrs_3days: z.number().nullable(),
  /** at any time in the last 24 h (PL-6) */
  is_on_leave: z.boolean(),
  /** means of the hours of the last 24 h, oldest first; null without a valid one (VI-3) */
  rates: z.array(z.number().nullable()),
})
export type DailyReportRow = z.output<typeof dailyReportRow>

const missedResident = {
  patient_id: z.string(),
  room: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  floor_id: z.string(),
}

/** A resident's downtime by cause, within the hours that the report covers (WA-10). */
const reportDowntime = z.object({ ...missedResident, cause: z.enum(downtimeCauses), seconds: z.number() })

/** How many notifications about a resident, raised within these hours, came too late to be sent (WA-8). */
const lateNotifications = z.object({ ...missedResident, count: z.number() })

const dailyReport = z.object({
  info: z.object({
    clinic_name: z.string(),
    /** the clinic's day, YYYY-MM-DD */
    date: z.string(),
    /** the requested floor, or `all` */
    floor: z.string(),
  }),
  items: z.array(dailyReportRow),
  downtime: z.object({
    items: z.array(reportDowntime),
    late: z.array(lateNotifications),
    /** of the facility: 0 to 1; null if nobody was to be watched */
    monitored_share: z.number().nullable(),
  }),
})
export type DailyReport = z.output<typeof dailyReport>

/** One path for all reports; `report` tells them apart. */
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
       * one of the two is required: the resident for patient and minutely, the clinic for daily, tib-combined and
       * rr-24-72; with both, the device's readings of that resident
       */
      device_id: optionalId,
      patient_id: optionalId,
      clinic_id: optionalId,
      /** rr: length in hours, default 24; points are minutes up to 72 h, hours beyond */
      hours: queryInteger(1, longestHours).prefault(24),
      /** tib: number of days, ending with the day of `end` */
      days: queryInteger(1, 92).prefault(14),
      /**
       * daily: a day in the clinic's zone, default today; today covers the last 24 h, other days the 24 h to their end
       */
      date: date.optional(),
      /** daily, rr-24-72: one floor, or `all` */
      floor: line(40).optional(),
      /** patient: the period covered by a row; daily rows have three parts of eight hours */
      type: z.enum(patientReportTypes).default('daily'),
      /** patient and tib-combined, and raw and minutely instead of instants: first and last day in the clinic's zone */
      start_date: date.optional(),
      end_date: date.optional(),
      /** tib-combined: comma-separated residents; default all */
      patient_ids: z
        .string()
        .max(20_000)
        .regex(/^[A-Za-z0-9_.:@-]{1,64}(,[A-Za-z0-9_.:@-]{1,64})*$/, m.report_ids_wrong())
        .optional(),
      /** daily: one row per resident */
      structure: z.literal('out').optional(),
      ...period,
      page: queryInteger(1, 1_000_000).prefault(1),
      page_size: queryInteger(1, 10_000).prefault(1_000),
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
  // Most specific first: an empty list matches several.
  output: z.union([
    patientReport,
    combinedTimeInBed,
    rrOfClinic,
    minutelyReport,
    z.object({
      items: z.array(rawPoint),
      pagination,
      /** UTC dates of which kept readings are damaged and left out */
      unreadable_days: z.array(z.string()).optional(),
    }),
    z.object({
      items: z.array(respirationPoint),
      resolution: z.enum(['minute', 'hour']),
      earlier_limits: earlierLimits,
    }),
    z.object({
      /** time_in_bed: null on a day on leave (PL-6) */
      items: z.array(z.object({ date: z.string(), time_in_bed: z.number().nullable() })),
      timezone: z.string(),
    }),
    dailyReport,
  ]),
})

/** A link that opens one daily report without signing in. Its secret is shown once, on creation (RP-4). */
const reportLink = z.object({
  link_id: z.string(),
  clinic_id: z.string(),
  date: z.string(),
  /** one floor, or `all` */
  floor: z.string(),
  created_at: z.string(),
  /** creator's e-mail */
  created_by: z.string(),
  /** as its creator wrote it; empty for links from before this was asked */
  recipient: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  state: z.enum(['open', 'expired', 'revoked']),
  /** how often and when it was last opened */
  opened: z.number(),
  last_opened_at: z.string().nullable(),
})
export type ReportLink = z.output<typeof reportLink>

export const openReport = call({
  name: 'openReport',
  method: 'GET',
  path: '/reports/open',
  access: access.public,
  summary: m.report_open_link_call(),
  input: z.object({
    unique_id: z.string().min(1).max(200),
    /** as in the link; ignored, because the report names its own file */
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
  fresh: true,
  summary: m.report_create_link_call(),
  input: z.object({ clinic_id: id, date, floor: line(40).optional(), ...newOf(reportLinkFields) }),
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
