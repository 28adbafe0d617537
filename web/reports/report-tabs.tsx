import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import './report-tabs.css'

/** Switches between a clinic's daily reports and its residents' reports. */
export function ReportTabs() {
  return (
    <nav className="report-tabs" aria-label={m.report_tabs_label()}>
      <Link to="/clinic/reports" activeOptions={{ exact: true, includeSearch: false }}>
        {m.report_daily()}
      </Link>
      <Link to="/clinic/reports/resident" activeOptions={{ exact: true, includeSearch: false }}>
        {m.report_resident_title()}
      </Link>
    </nav>
  )
}
