import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type PatientReportRow, readReport } from '@eupnea/contract/reports.ts'
import { reportDateText } from '@eupnea/contract/rules/report-cells.ts'
import { useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { DayBars } from '../shared/charts/day-bars.tsx'
import { Empty } from '../shared/states.tsx'
import { DataTable, type TableQuery } from '../shared/table/data-table.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import type { TableView } from '../shared/table/table-view.ts'
import { decimalText } from '../shared/time.ts'
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
import { type ReportChoice, reportUnits } from './resident-report-kinds.ts'

interface ResultProps {
  readonly clinic: Clinic
  readonly choice: ReportChoice & { readonly patientId: string }
}

const keep = { placeholderData: <T,>(before: T | undefined) => before } as const
const oneView: TableView = { page: 1, pageSize: 100_000, sort: '', order: 'asc' }
const stay = () => {}

const nothing = <Empty title="No data for these days">Choose other days, or somebody who had a device on them.</Empty>

interface WholeTableProps<T extends object> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly query: TableQuery<T>
  readonly rowId: (row: T) => string
  readonly rowName: (row: T) => string
  readonly input: Readonly<Record<string, unknown>>
}

/** A report that is there as a whole. */
function WholeTable<T extends object>({ input, ...table }: WholeTableProps<T>) {
  return (
    <DataTable
      {...table}
      view={oneView}
      onView={stay}
      isWhole
      isQuiet
      csv={{ call: readReport, input }}
      empty={nothing}
    />
  )
}

/** Hours of a full bar at least, and bars that a chart has room for. */
const leastTop = 12
const mostBars = 31

interface BedBarsProps {
  readonly label: string
  readonly days: readonly { readonly date: string; readonly hours: number; readonly note?: string }[]
}

function BedBars({ label, days }: BedBarsProps) {
  if (days.length < 2 || days.length > mostBars) return null
  return (
    <figure className="report-chart">
      <figcaption>Time in bed, hours a day</figcaption>
      <DayBars
        label={label}
        minHeight={180}
        top={Math.max(leastTop, ...days.map(({ hours }) => hours))}
        bars={days.map(({ date, hours, note }) => ({
          date,
          value: hours,
          text: decimalText(hours),
          ...(note ? { note } : {}),
        }))}
      />
    </figure>
  )
}

const dateOf = ({ date }: PatientReportRow) => date
const dayName = ({ date }: PatientReportRow) => reportDateText(date)
const unitHeaders = { daily: 'Day', weekly: 'Week', monthly: 'Month' } as const

/** A resident by day, week or month. */
export function PatientResult({ choice: { patientId, type, from, to } }: ResultProps) {
  const input = { report: 'patient', patient_id: patientId, type, start_date: from, end_date: to } as const
  const query = useCall(readReport, input, {
    select: (answer) => {
      const rows = 'type' in answer ? answer.items : []
      return { rows, total: rows.length }
    },
  })
  const columns = useMemo(() => patientColumns(unitHeaders[type], type !== 'daily'), [type])
  const label = reportUnits.find(({ value }) => value === type)!.label
  return (
    <>
      {type === 'daily' && query.data && (
        <BedBars
          label="Time in bed a day"
          days={query.data.rows.map(({ date, time_in_bed }) => ({ date, hours: time_in_bed }))}
        />
      )}
      <WholeTable
        label={`${label} report`}
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
  const query = useCall(
    readReport,
    { ...input, page: view.page, page_size: view.pageSize },
    {
      ...keep,
      select: (answer) => ({
        rows: rowsOf(answer.items),
        total: 'pagination' in answer ? answer.pagination.total_records : 0,
      }),
    },
  )
  return (
    <DataTable
      {...table}
      query={query}
      view={view}
      onView={(change) => setView((before) => ({ ...before, page: 1, ...change }))}
      isQuiet
      csv={{ call: readReport, input }}
      empty={nothing}
    />
  )
}

const minuteOf = ({ tracker_ts }: MinuteRow) => tracker_ts
const minuteName = ({ time }: MinuteRow) => time
const minuteRows = (items: unknown) => items as readonly MinuteRow[]

/** A resident's minutes. */
export const MinutelyResult = ({ choice }: ResultProps) => (
  <PagedTable<MinuteRow>
    label="Minute averages"
    report="minutely"
    choice={choice}
    columns={minuteColumns}
    rowsOf={minuteRows}
    rowId={minuteOf}
    rowName={minuteName}
  />
)

const readingOf = ({ ts }: RawRow) => String(ts)
const readingRows = (items: unknown) => items as readonly RawRow[]

/** What devices said of a resident, as they said it. */
export function RawResult({ choice, clinic }: ResultProps) {
  const columns = useMemo(() => rawColumns(clinic.tz), [clinic.tz])
  return (
    <PagedTable<RawRow>
      label="Raw data"
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

/** Everyone's time in bed: the mean a day, and each resident over the days. */
export function CombinedBedResult({ clinic, choice: { from, to } }: ClinicResultProps) {
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
          label="Mean time in bed of all residents a day"
          days={query.data.combined.map(({ date, time_in_bed, residents }) => ({
            date,
            hours: time_in_bed,
            note: `mean of ${residents} ${residents === 1 ? 'resident' : 'residents'}`,
          }))}
        />
      )}
      <WholeTable
        label="Time in bed"
        columns={bedColumns}
        query={query}
        rowId={bedOf}
        rowName={bedName}
        input={input}
      />
    </>
  )
}

const clinicRowOf = ({ patient_id }: ClinicRow) => patient_id

/** Everyone's respiration of the last 24 and 72 hours. */
export function ClinicRrResult({ clinic }: ClinicResultProps) {
  const input = { report: 'rr-24-72', clinic_id: clinic.id } as const
  const query = useCall(readReport, input, {
    select: (answer) => {
      const rows = 'until' in answer ? answer.items : []
      return { rows, total: rows.length }
    },
  })
  return (
    <WholeTable
      label="Respiration of the last 24 and 72 hours"
      columns={clinicColumns}
      query={query}
      rowId={clinicRowOf}
      rowName={clinicName}
      input={input}
    />
  )
}
