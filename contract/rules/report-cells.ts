import { m } from '@eupnea/texts'
import { defaultLocale, formatsOf } from '@eupnea/texts/locale.ts'
import type { DailyReport } from '../reports.ts'
import { downtimeText } from './downtime.ts'
import type { RateLimits } from './plan.ts'
import { roundRate } from './severity.ts'

/** The daily report's cells, the same on the page, in the PDF and in the CSV (specification section 2, RP-2, RP-3). */

/** A resident's row in the daily report. */
export interface ReportValues {
  readonly room: string
  readonly first_name: string
  readonly last_name: string
  /** breaths per minute over the last 24 h; null without a valid one */
  readonly rr_avg: number | null
  readonly rr_outside_range: boolean
  readonly limits: RateLimits
  /** they are not the facility's */
  readonly limits_are_own: boolean
  /** breaths per minute above the 72 h average; below it negative */
  readonly rr_change_hrs_3days: number | null
  /** hours in the last 24 h */
  readonly time_in_bed: number | null
  /** hours above the daily mean of the last 72 h */
  readonly time_in_bed_change_hrs_3days: number | null
  /** that daily mean */
  readonly time_in_bed_hrs_3days: number | null
  /** at any time in the last 24 h */
  readonly is_on_leave: boolean
}

export interface ReportCell {
  readonly text: string
  /** shown in red, and with a mark that doesn't rely on colour */
  readonly isRed: boolean
}

export interface ReportCells {
  readonly room: string
  readonly name: string
  /** beside the name: that they were on leave; '' if not (PL-6) */
  readonly mark: string
  readonly rr: ReportCell
  readonly rrChange: ReportCell
  /** limits that are not the facility's, below the rate; '' where they are (PL-2) */
  readonly rrLimits: string
  readonly timeInBed: ReportCell
  readonly timeInBedChange: ReportCell
}

/** Floor that stands for all of them. */
export const everyFloor = 'all'

export const rowsPerPage = 20
const longestRoom = 11
const longestName = 13
/** Breaths per minute; a larger change is red. */
const usualRrChange = 3
/** Hours; this much time in bed or more is red. */
const longTimeInBed = 18

const segmenter = new Intl.Segmenter('en')
/** One character each, as in most names: segmenting by Unicode rules takes a hundred times as long. */
const plain = /^[\x20-\x7e\u00a0-\u024f]*$/
const lettersOf = (text: string): string[] =>
  plain.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment)

/** A room over 11 characters is cut to 11 plus an ellipsis. */
export function shortRoomText(room: string): string {
  // A text never has more characters than code units.
  if (room.length <= longestRoom) return room
  const letters = lettersOf(room)
  return letters.length > longestRoom ? `${letters.slice(0, longestRoom).join('')}…` : room
}

/** First and last name; if longer than 13 characters together, only the first name's initial. */
export function nameText(first_name: string, last_name: string): string {
  return [first_name.length + last_name.length > longestName ? shortened() : first_name, last_name]
    .filter((part) => part !== '')
    .join(' ')

  function shortened(): string {
    const first = lettersOf(first_name)
    const isLong = first.length + lettersOf(last_name).length > longestName
    return isLong && first.length > 1 ? `${first[0]}.` : first_name
  }
}

/** One decimal; an en dash where there is no value. */
export const numberText = (value: number | null): string => (value === null ? '–' : value.toFixed(1))

const formats = formatsOf(defaultLocale)

/** A rate with one decimal, as all numbers of reports: by the specification, not by the facility's locale. */
export const reportRateText = (rr: number | null, limits: RateLimits | null): string =>
  rr === null ? '–' : formats.decimal(roundRate(rr, limits))

/** `1,204`, whatever the facility's locale. */
export const reportCountText = (count: number): string => formats.number(count)

/** `+0.4`, `−1.2`, `0.0`: a change; one that rounds to zero has no sign. */
export function changeText(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '−'}${text}`
}

/**
 * `+4%`, `−12%`, `0%`: the change in percent of the earlier value; words while there are no 72 hours to compare with
 * (VI-5).
 */
export function percentText(change: number | null, before: number | null): string {
  if (change === null || before === null) return m.report_not_enough()
  // There is no percentage of zero.
  if (before <= 0) return ''
  return `${changeText(Math.round((change / before) * 100), 0)}%`
}

const isRrChangeRed = (change: number | null): boolean => change !== null && change > usualRrChange
const isTimeInBedRed = (hours: number | null): boolean => hours !== null && hours >= longTimeInBed

/** `Own limits 10–26` */
export const ownLimitsText = ({ low, high }: RateLimits): string => m.report_own_limits({ low, high })

export const reportCells = (row: ReportValues): ReportCells => ({
  room: shortRoomText(row.room),
  name: nameText(row.first_name, row.last_name),
  mark: row.is_on_leave ? m.leave_mark() : '',
  rr: { text: reportRateText(row.rr_avg, row.limits), isRed: row.rr_outside_range },
  rrChange: { text: rrChangeText(row), isRed: isRrChangeRed(row.rr_change_hrs_3days) },
  rrLimits: row.limits_are_own ? ownLimitsText(row.limits) : '',
  timeInBed: { text: numberText(row.time_in_bed), isRed: isTimeInBedRed(row.time_in_bed) },
  timeInBedChange: { text: timeInBedChangeText(row), isRed: false },
})

const rrChangeText = ({ rr_avg, rr_change_hrs_3days: change }: ReportValues): string =>
  rr_avg === null ? '' : percentText(change, change === null ? null : rr_avg - change)

/** Nothing on leave: an empty bed is no change of habit then. */
const timeInBedChangeText = (row: ReportValues): string =>
  row.is_on_leave || row.time_in_bed === null
    ? ''
    : percentText(row.time_in_bed_change_hrs_3days, row.time_in_bed_hrs_3days)

/** Number of pages; without rows, one empty page. */
export const reportPageCount = (rows: number): number => Math.max(1, Math.ceil(rows / rowsPerPage))

/** Pages of 20 rows. */
export function reportPages<T>(rows: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: reportPageCount(rows.length) }, (_, page) =>
    rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage),
  )
}

/** A row of the pages after the report. */
export interface DowntimeLine extends Pick<ReportValues, 'room' | 'first_name' | 'last_name'> {
  readonly patient_id: string
  readonly text: string
}

/** Pages after the report: downtime (WA-10), then notifications that came too late (WA-8); none without any. */
export function downtimePages({ items, late }: DailyReport['downtime']): readonly (readonly DowntimeLine[])[] {
  const rows = [
    ...items.map((row) => ({ ...row, text: downtimeText(row) })),
    ...late.map((row) => ({ ...row, text: m.notification_late_count({ count: row.count }) })),
  ]
  return rows.length === 0 ? [] : reportPages(rows)
}

/** `11/20/2026`, or with hyphens. @param date YYYY-MM-DD */
export function reportDateText(date: string, separator: '/' | '-' = '/'): string {
  const [year, month, day] = date.split('-')
  return [month, day, year].join(separator)
}

/** @returns null for all floors */
export const oneFloor = (floor: string | null | undefined): string | null =>
  floor === null || floor === undefined || floor === '' || floor === everyFloor ? null : floor

/** `Maple Court | Floor 2 | Daily Report | 11/20/2026`: the header of each page. */
export function dailyReportTitle({
  clinic_name,
  ...info
}: {
  clinic_name: string
  floor: string
  date: string
}): string {
  const floor = oneFloor(info.floor)
  const given = { clinic: clinic_name, date: reportDateText(info.date) }
  return floor === null ? m.report_heading(given) : m.report_heading_floor({ ...given, floor })
}

/** `Daily-Report-Maple Court-11-20-2026.pdf`; characters that file names can't have become hyphens. */
export function dailyReportFileName(clinic: string, date: string): string {
  const name = clinic.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '-').trim()
  return m.report_file_name({ clinic: name, date: reportDateText(date, '-') })
}

export const reportColumns = (): readonly [string, string, string, string, string] => [
  m.report_column_room(),
  m.report_column_name(),
  m.report_column_rr(),
  m.report_column_bed(),
  m.report_column_flag(),
]
