import type { CallOutput } from '@eupnea/contract/call.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type PatientReportRow, readReport } from '@eupnea/contract/reports.ts'
import { numberText, reportDateText } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Caution } from '../shared/caution.tsx'
import { DayBars } from '../shared/charts/day-bars.tsx'
import { Empty } from '../shared/states.tsx'
import { DataTable, type TableQuery } from '../shared/table/data-table.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import type { TableView } from '../shared/table/table-view.ts'
import { dayText } from '../shared/time.ts'
import styles from './resident-report.module.css'
import {
  type BedRow,
  bedColumns,
  bedRows,
  type ClinicRow,
  clinicColumns,
  clinicName,
  type MinuteRow,
  minuteColumns,
  patientColumns,
  type RawRow,
  rawColumns,
} from './resident-report-columns.tsx'
import type { ReportChoice } from './resident-report-kinds.ts'

interface ResultProps {
  readonly clinic: Clinic
  readonly choice: ReportChoice & { readonly patientId: string }
}

const keep = { placeholderData: <T,>(before: T | undefined) => before } as const
const oneView: TableView = { page: 1, pageSize: 100_000, sort: '', order: 'asc' }
const stay = () => {}

const Nothing = () => <Empty title={m.report_empty_title()}>{m.report_empty()}</Empty>

interface WholeTableProps<T extends object> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly query: TableQuery<T>
  readonly rowId: (row: T) => string
  readonly rowName: (row: T) => string
  readonly input: Readonly<Record<string, unknown>>
}

/** A report fetched in full. */
function WholeTable<T extends object>({ input, ...table }: WholeTableProps<T>) {
  return (
    <DataTable
      {...table}
      view={oneView}
      onView={stay}
      isWhole
      isQuiet
      source={{ call: readReport, input }}
      empty={<Nothing />}
    />
  )
}

/** Hours of a full bar at least, and the number of bars that fit in a chart. */
const leastTop = 12
const mostBars = 31

interface BedBarsProps {
  readonly label: string
  readonly days: readonly { readonly date: string; readonly hours: number | null; readonly note?: string }[]
}

export function BedBars({ label, days }: BedBarsProps) {
  if (days.length < 2 || days.length > mostBars) return null
  return (
    <figure className={styles.reportChart}>
      <figcaption>{m.report_bed_chart()}</figcaption>
      <DayBars
        hasTable
        label={label}
        minHeight={180}
        top={Math.max(leastTop, ...days.map(({ hours }) => hours ?? 0))}
        bars={days.map(({ date, hours, note }) => ({
          date,
          value: hours,
          text: numberText(hours),
          ...(note ? { note } : {}),
        }))}
      />
    </figure>
  )
}

const dateOf = ({ date }: PatientReportRow) => date
const dayName = ({ date }: PatientReportRow) => reportDateText(date)
const unitTexts = {
  daily: { label: m.report_daily, header: m.report_date_column },
  weekly: { label: m.report_weekly, header: m.report_week_column },
  monthly: { label: m.report_monthly, header: m.report_month_column },
} as const

/** A resident by day, week or month. */
export function PatientResult({ choice: { patientId, type, from, to } }: ResultProps) {
  const input = { report: 'patient', patient_id: patientId, type, start_date: from, end_date: to } as const
  const query = useCall(readReport, input, {
    select: (answer) => {
      const rows = 'type' in answer ? answer.items : []
      return { rows, total: rows.length }
    },
  })
  const columns = useMemo(() => patientColumns(unitTexts[type].header(), type !== 'daily'), [type])
  return (
    <>
      {type === 'daily' && query.data && (
        <BedBars
          label={m.report_bed_chart_label()}
          days={query.data.rows.map(({ date, time_in_bed }) => ({
            date,
            hours: time_in_bed,
            ...(time_in_bed === null && { note: m.leave_mark() }),
          }))}
        />
      )}
      <WholeTable
        label={unitTexts[type].label()}
        columns={columns}
        query={query}
        rowId={dateOf}
        rowName={dayName}
        input={input}
      />
    </>
  )
}

const firstPage: TableView = { page: 1, pageSize: 25, sort: '', order: 'asc' }

interface PagedTableProps<T extends object> extends Omit<WholeTableProps<T>, 'query' | 'input'> {
  readonly report: 'minutely' | 'raw'
  readonly choice: ResultProps['choice']
  readonly rowsOf: (answer: unknown) => readonly T[]
}

function PagedTable<T extends object>({ report, choice, rowsOf, ...table }: PagedTableProps<T>) {
  const [view, setView] = useState(firstPage)
  const input = { report, patient_id: choice.patientId, start_date: choice.from, end_date: choice.to }
  const pageOf = (answer: CallOutput<typeof readReport>) => ({
    rows: rowsOf(answer.items),
    total: 'pagination' in answer ? answer.pagination.total_records : 0,
  })
  const query = useCall(
    readReport,
    { ...input, page: view.page, page_size: view.pageSize },
    {
      ...keep,
      select: (answer) => ({
        ...pageOf(answer),
        unreadable: 'unreadable_days' in answer ? (answer.unreadable_days ?? []) : [],
      }),
    },
  )
  const unreadable = query.data?.unreadable ?? []
  return (
    <>
      {unreadable.length > 0 && (
        <Caution>{m.report_archive_damaged({ days: unreadable.map(dayText).join(', ') })}</Caution>
      )}
      <DataTable
        {...table}
        query={query}
        view={view}
        onView={(change) => setView((before) => ({ ...before, page: 1, ...change }))}
        isQuiet
        source={{ call: readReport, input, rowsOf: pageOf }}
        empty={<Nothing />}
      />
    </>
  )
}

const minuteOf = ({ tracker_ts }: MinuteRow) => tracker_ts
const minuteName = ({ time }: MinuteRow) => time
const minuteRows = (items: unknown) => items as readonly MinuteRow[]

/** A resident by minute. */
export function MinutelyResult({ choice }: ResultProps) {
  const columns = useMemo(() => minuteColumns(), [])
  return (
    <PagedTable<MinuteRow>
      label={m.report_minutely_label()}
      report="minutely"
      choice={choice}
      columns={columns}
      rowsOf={minuteRows}
      rowId={minuteOf}
      rowName={minuteName}
    />
  )
}

const readingOf = ({ ts }: RawRow) => String(ts)
const readingRows = (items: unknown) => items as readonly RawRow[]

/** A resident's readings as sent. */
export function RawResult({ choice, clinic }: ResultProps) {
  const columns = useMemo(() => rawColumns(clinic.tz), [clinic.tz])
  return (
    <PagedTable<RawRow>
      label={m.report_raw_label()}
      report="raw"
      choice={choice}
      columns={columns}
      rowsOf={readingRows}
      rowId={readingOf}
      rowName={readingOf}
    />
  )
}

const bedOf = ({ patient_id }: BedRow) => patient_id
const bedName = ({ name }: BedRow) => name

interface ClinicResultProps {
  readonly clinic: Clinic
  readonly choice: ReportChoice
}

/** Everyone's time in bed: the daily mean, and each resident by day. */
export function CombinedBedResult({ clinic, choice: { from, to } }: ClinicResultProps) {
  const columns = useMemo(() => bedColumns(), [])
  const input = { report: 'tib-combined', clinic_id: clinic.id, start_date: from, end_date: to } as const
  const query = useCall(readReport, input, {
    select: (answer) => {
      const found = 'combined' in answer ? answer : { items: [], combined: [] }
      const rows = bedRows(found.items)
      return { rows, total: rows.length, combined: found.combined }
    },
  })
  return (
    <>
      {query.data && (
        <BedBars
          label={m.report_bed_mean_label()}
          days={query.data.combined.map(({ date, time_in_bed, residents }) => ({
            date,
            hours: time_in_bed,
            note: m.report_bed_mean_count({ count: residents }),
          }))}
        />
      )}
      <WholeTable
        label={m.report_bed_label()}
        columns={columns}
        query={query}
        rowId={bedOf}
        rowName={bedName}
        input={input}
      />
    </>
  )
}

const clinicRowOf = ({ patient_id }: ClinicRow) => patient_id

/** Everyone's respiration over the last 24 and 72 hours. */
export function ClinicRrResult({ clinic }: ClinicResultProps) {
  const columns = useMemo(() => clinicColumns(), [])
  const input = { report: 'rr-24-72', clinic_id: clinic.id } as const
  const query = useCall(readReport, input, {
    select: (answer) => {
      const rows = 'until' in answer ? answer.items : []
      return { rows, total: rows.length }
    },
  })
  return (
    <WholeTable
      label={m.report_rr_label()}
      columns={columns}
      query={query}
      rowId={clinicRowOf}
      rowName={clinicName}
      input={input}
    />
  )
}
