import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import styles from './report-tabs.module.css'

/** Switches between a clinic's daily reports, its residents' reports and its downtime. */
export function ReportTabs() {
  return (
    <nav className={styles.reportTabs} aria-label={m.report_tabs_label()}>
      <Link to="/clinic/reports" activeOptions={{ exact: true, includeSearch: false }}>
        {m.report_daily()}
      </Link>
      <Link to="/clinic/reports/resident" activeOptions={{ exact: true, includeSearch: false }}>
        {m.report_resident_title()}
      </Link>
      <Link to="/clinic/reports/downtime" activeOptions={{ exact: true, includeSearch: false }}>
        {m.downtime_title()}
      </Link>
    </nav>
  )
}
