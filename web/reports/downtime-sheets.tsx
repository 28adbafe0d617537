import type { DailyReport } from '@eupnea/contract/reports.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { shareText } from '@eupnea/contract/rules/downtime.ts'
import {
  type DowntimeLine,
  dailyReportTitle,
  downtimePages,
  nameText,
  shortRoomText,
} from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { ColumnHeads } from '../shared/column-heads.tsx'
import styles from './report-sheets.module.css'

interface DowntimeSheetsProps {
  readonly info: DailyReport['info']
  readonly downtime: DailyReport['downtime']
  /** pages of the report before it, and of all */
  readonly before: number
  readonly count: number
}

/**
 * Pages after the daily report: who was not monitored, how long and why (WA-10), and whose notifications came too late
 * (WA-8); none if everyone was and none did.
 */
export const DowntimeSheets = ({ info, downtime, before, count }: DowntimeSheetsProps) =>
  downtimePages(downtime).map((rows, index) => {
    const page = before + index + 1
    return (
      <section key={page} className={styles.sheet} aria-label={m.report_page_label({ page, pages: count })}>
        <header className={styles.sheetHead}>
          <h2>{dailyReportTitle(info)}</h2>
          <p>{downtime.monitored_share === null ? m.downtime_share_none() : shareText(downtime.monitored_share)}</p>
        </header>
        <DowntimeTable rows={rows} />
        <footer className={styles.sheetFoot}>
          <p>{m.report_advisory()}</p>
          <p className={styles.sheetNumber}>{m.report_page_number({ page, pages: count })}</p>
        </footer>
      </section>
    )
  })

function DowntimeTable({ rows }: { readonly rows: readonly DowntimeLine[] }) {
  const columns = [m.report_column_room(), m.report_column_name(), m.downtime_report_title()] as const
  return (
    <table className={styles.sheetTable}>
      <ColumnHeads columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.patient_id} ${row.text}`}>
            <td data-column={columns[0]} title={row.room}>
              {shortRoomText(row.room)}
            </td>
            <td data-column={columns[1]} title={residentName(row)}>
              {nameText(row.first_name, row.last_name)}
            </td>
            <td data-column={columns[2]}>{row.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
