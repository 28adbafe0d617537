import type { DailyReport, DailyReportRow } from '@eupnea/contract/reports.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import {
  dailyReportTitle,
  downtimePages,
  type ReportCell,
  reportCells,
  reportColumns,
  reportPages,
} from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { memo } from 'react'
import { Sparkline } from '../shared/charts/sparkline.tsx'
import { ColumnHeads } from '../shared/column-heads.tsx'
import { DowntimeSheets } from './downtime-sheets.tsx'
import styles from './report-sheets.module.css'

/** The daily report as A4 sheets of 20 rows; on a phone, each resident is a block (RP-2). Downtime follows (WA-10). */
export const ReportSheets = memo(function ReportSheets({ report }: { readonly report: DailyReport }) {
  const pages = reportPages(report.items)
  const count = pages.length + downtimePages(report.downtime).length
  return (
    <div className={styles.sheets}>
      {pages.map((rows, index) => (
        <Sheet key={rows[0]?.patient_id ?? ''} info={report.info} rows={rows} number={index + 1} count={count} />
      ))}
      <DowntimeSheets info={report.info} downtime={report.downtime} before={pages.length} count={count} />
    </div>
  )
})

interface SheetProps {
  readonly info: DailyReport['info']
  readonly rows: readonly DailyReportRow[]
  readonly number: number
  readonly count: number
}

function Sheet({ info, rows, number, count }: SheetProps) {
  return (
    <section className={styles.sheet} aria-label={m.report_page_label({ page: number, pages: count })}>
      <header className={styles.sheetHead}>
        <h2>{dailyReportTitle(info)}</h2>
        <p>{m.report_timestamp()}</p>
        <p>
          <Mark /> {m.report_legend()}
        </p>
      </header>
      <table className={styles.sheetTable}>
        <ColumnHeads columns={reportColumns()} />
        <tbody>
          {rows.map((row) => (
            <Row key={row.patient_id} row={row} />
          ))}
        </tbody>
      </table>
      <footer className={styles.sheetFoot}>
        <p>{m.report_advisory()}</p>
        <p className={styles.sheetNumber}>{m.report_page_number({ page: number, pages: count })}</p>
      </footer>
    </section>
  )
}

function Row({ row }: { readonly row: DailyReportRow }) {
  const { room, name, mark, rr, rrChange, rrLimits, timeInBed, timeInBedChange } = reportCells(row)
  const [roomColumn, nameColumn, rrColumn, bedColumn, flagColumn] = reportColumns()
  return (
    <tr>
      <td data-column={roomColumn} title={row.room}>
        {room}
      </td>
      <td data-column={nameColumn} title={residentName(row)}>
        {name}
        {mark !== '' && <span className={styles.sheetLeave}> {mark}</span>}
      </td>
      <td data-column={rrColumn}>
        <Value cell={rr} change={rrChange} />
        <span className={styles.sheetBelow}>
          {rrLimits !== '' && <small className={styles.sheetLimits}>{rrLimits}</small>}
          <Sparkline rates={row.rates} limits={row.limits} label={m.rate_day_label} />
        </span>
      </td>
      <td data-column={bedColumn}>
        <Value cell={timeInBed} change={timeInBedChange} />
      </td>
      <td data-column={flagColumn}>
        <input
          type="checkbox"
          value={row.patient_id}
          aria-label={m.report_flag_label({ resident: residentName(row) })}
        />
      </td>
    </tr>
  )
}

function Value({ cell, change }: { readonly cell: ReportCell; readonly change: ReportCell }) {
  return (
    <span className={styles.sheetValue}>
      <Part cell={cell} className={styles.sheetNow} />
      {change.text !== '' && <Part cell={change} className={styles.sheetChange} />}
    </span>
  )
}

function Part({ cell, className }: { readonly cell: ReportCell; readonly className: string | undefined }) {
  return (
    <span className={className} data-red={cell.isRed}>
      {cell.isRed && <Mark />}
      {cell.text}
    </span>
  )
}

/** Red is also marked, for people who can't see red and printers without it. */
function Mark() {
  return (
    <>
      <span className={styles.sheetMark} aria-hidden>
        !
      </span>
      <span className="visually-hidden">{m.report_attention()} </span>
    </>
  )
}
