import type { CombinedTimeInBed, MinutelyReport, PatientReportRow, RrOfClinic } from '@eupnea/contract/reports.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import {
  changeText,
  numberText,
  ownLimitsText,
  reportCountText,
  reportRateText,
} from '@eupnea/contract/rules/report-cells.ts'
import { outsideRange } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { breakable } from '../shared/table/breakable.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { daysText, reportTime } from './report-time.ts'
import styles from './resident-report.module.css'

/** Columns of the resident reports. */

export type MinuteRow = MinutelyReport['items'][number]
export type ClinicRow = RrOfClinic['items'][number]
export interface RawRow {
  readonly ts: number
  readonly rr: number | null
  readonly dist: number | null
}
/** A resident's days in bed, combined. */
export interface BedRow {
  readonly patient_id: string
  readonly room: string
  readonly name: string
  readonly days: number
  /** null: on leave on all days */
  readonly mean: number | null
  readonly least: number | null
  readonly most: number | null
}

interface LimitsThen {
  readonly limits: RateLimits
  readonly limits_are_own: boolean
}

/** Limits that are not the facility's are named; those that are, are not (PL-2). */
const limitsColumn = <T extends LimitsThen>(): TableColumn<T> => ({
  id: 'limits',
  header: m.report_limits_column(),
  isNumber: true,
  isExtra: true,
  cell: ({ limits, limits_are_own }) => (limits_are_own ? ownLimitsText(limits) : '–'),
})

/** Outside the limits: in red, and by a mark that does not need colour. */
function Rate({ value, limits }: { readonly value: number | null; readonly limits: RateLimits }) {
  if (!outsideRange(value, limits)) return <span className="tabular">{reportRateText(value, limits)}</span>
  return (
    <b className={clsx(styles.reportOut, 'tabular')}>
      <span className="visually-hidden">{m.report_out_of_range()} </span>
      {reportRateText(value, limits)}
      <span aria-hidden> !</span>
    </b>
  )
}

interface RatesProps {
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
  readonly row: LimitsThen
}

function Rates({ avg, min, max, row: { limits } }: RatesProps) {
  if (avg === null) return '–'
  return (
    <>
      <Rate value={avg} limits={limits} />{' '}
      <span className={clsx(styles.reportRange, 'tabular')}>
        {reportRateText(min, limits)}–{reportRateText(max, limits)}
      </span>
    </>
  )
}

const partColumn = (part: 'night' | 'day' | 'evening', header: string): TableColumn<PatientReportRow> => ({
  id: part,
  header,
  isNumber: true,
  isExtra: true,
  cell: (row) => (
    <>
      <Rate value={row[part].rr_avg} limits={row.limits} />{' '}
      <span className={clsx(styles.reportRange, 'tabular')}>{hoursText(row[part].time_in_bed)}</span>
    </>
  ),
})

const hoursText = (hours: number | null): string =>
  hours === null ? '–' : m.common_hours({ count: numberText(hours) })

/** @param isWhole rows cover more than a day */
export const patientColumns = (header: string, isWhole: boolean): readonly TableColumn<PatientReportRow>[] => [
  {
    id: 'date',
    header,
    cell: ({ date, last_date }) => <span className={tableStyles.tableTime}>{daysText(date, last_date)}</span>,
  },
  {
    id: 'rr',
    header: m.report_rr_column(),
    isNumber: true,
    cell: (row) => <Rates avg={row.rr_avg} min={row.rr_min} max={row.rr_max} row={row} />,
  },
  partColumn('night', m.report_night_column()),
  partColumn('day', m.report_day_column()),
  partColumn('evening', m.report_evening_column()),
  {
    id: 'bed',
    header: isWhole ? m.report_bed_day_column() : m.report_bed_column(),
    isNumber: true,
    cell: ({ time_in_bed_per_day }) =>
      time_in_bed_per_day === null ? m.leave_mark() : numberText(time_in_bed_per_day),
  },
  ...(isWhole
    ? [
        {
          id: 'days',
          header: m.report_days_column(),
          isNumber: true,
          cell: ({ days }: PatientReportRow) => reportCountText(days),
        },
      ]
    : []),
  limitsColumn<PatientReportRow>(),
  { id: 'minutes', header: m.report_minutes_column(), isNumber: true, cell: ({ minutes }) => reportCountText(minutes) },
  {
    id: 'episodes',
    header: m.report_episodes_column(),
    isNumber: true,
    cell: ({ episodes }) => reportCountText(episodes),
  },
]

export const minuteColumns = (): readonly TableColumn<MinuteRow>[] => [
  {
    id: 'time',
    header: m.report_time_column(),
    cell: ({ time }) => <span className={tableStyles.tableTime}>{time}</span>,
  },
  {
    id: 'avg',
    header: m.report_average_column(),
    isNumber: true,
    cell: ({ avg, limits }) => <Rate value={avg} limits={limits} />,
  },
  {
    id: 'min',
    header: m.report_lowest_column(),
    isNumber: true,
    cell: ({ min, limits }) => reportRateText(min, limits),
  },
  {
    id: 'max',
    header: m.report_highest_column(),
    isNumber: true,
    cell: ({ max, limits }) => reportRateText(max, limits),
  },
  { id: 'dist', header: m.report_distance_column(), isNumber: true, cell: ({ dist_rr_avg }) => metres(dist_rr_avg) },
  limitsColumn<MinuteRow>(),
]

export function rawColumns(zone: string): readonly TableColumn<RawRow>[] {
  const timeText = reportTime(zone)
  return [
    {
      id: 'time',
      header: m.report_time_column(),
      cell: ({ ts }) => <span className={tableStyles.tableTime}>{timeText(ts)}</span>,
    },
    { id: 'rr', header: m.report_rr_column(), isNumber: true, cell: ({ rr }) => reportRateText(rr, null) },
    { id: 'dist', header: m.report_distance_column(), isNumber: true, cell: ({ dist }) => metres(dist) },
  ]
}

const metres = (value: number | null): string => (value === null ? '–' : value.toFixed(2))

const nameColumn = <T extends { readonly patient_id: string }>(rowName: (row: T) => string): TableColumn<T> => ({
  id: 'name',
  header: m.report_resident_label(),
  cell: (row) => (
    <Link to="/patient/profile/$patient_id" params={{ patient_id: row.patient_id }} className={tableStyles.tableName}>
      {rowName(row)}
    </Link>
  ),
})

export const bedColumns = (): readonly TableColumn<BedRow>[] => [
  {
    id: 'room',
    header: m.report_room_column(),
    cell: ({ room }) => <b className="tabular">{breakable(room) || '–'}</b>,
  },
  nameColumn<BedRow>(({ name }) => name),
  { id: 'mean', header: m.report_mean_column(), isNumber: true, cell: ({ mean }) => numberText(mean) },
  { id: 'least', header: m.report_lowest_column(), isNumber: true, cell: ({ least }) => numberText(least) },
  { id: 'most', header: m.report_highest_column(), isNumber: true, cell: ({ most }) => numberText(most) },
  { id: 'days', header: m.report_days_column(), isNumber: true, cell: ({ days }) => reportCountText(days) },
]

/** One row per resident. */
export function bedRows(items: CombinedTimeInBed['items']): BedRow[] {
  const byResident = Map.groupBy(items, ({ patient_id }) => patient_id)
  return [...byResident.values()].map((days) => {
    const { patient_id, room } = days[0]!
    // Days on leave have none.
    const hours = days.flatMap(({ time_in_bed }) => time_in_bed ?? [])
    const isThere = hours.length > 0
    return {
      patient_id,
      room,
      name: residentName(days[0]!) || m.report_resident_unnamed(),
      days: hours.length,
      mean: isThere ? hours.reduce((sum, value) => sum + value, 0) / hours.length : null,
      least: isThere ? Math.min(...hours) : null,
      most: isThere ? Math.max(...hours) : null,
    }
  })
}

export const clinicName = (row: ClinicRow): string => residentName(row) || m.report_resident_unnamed()

export const clinicColumns = (): readonly TableColumn<ClinicRow>[] => [
  {
    id: 'room',
    header: m.report_room_column(),
    cell: ({ room }) => <b className="tabular">{breakable(room) || '–'}</b>,
  },
  nameColumn<ClinicRow>(clinicName),
  {
    id: 'day',
    header: m.report_24h_column(),
    isNumber: true,
    cell: (row) => <Rates avg={row.rr_avg_24h} min={row.rr_min_24h} max={row.rr_max_24h} row={row} />,
  },
  {
    id: 'days',
    header: m.report_72h_column(),
    isNumber: true,
    cell: (row) => <Rates avg={row.rr_avg_72h} min={row.rr_min_72h} max={row.rr_max_72h} row={row} />,
  },
  limitsColumn<ClinicRow>(),
  {
    id: 'change',
    header: m.report_change_column(),
    isNumber: true,
    cell: ({ rr_avg_24h, rr_change, rr_change_percent }) =>
      rr_change === null
        ? rr_avg_24h === null
          ? '–'
          : m.report_not_enough()
        : `${changeText(rr_change)} (${changeText(rr_change_percent ?? 0, 0)}%)`,
  },
]
