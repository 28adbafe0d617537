import { Link } from '@tanstack/react-router'
import './report-tabs.css'

/** Between the daily reports of a clinic and the reports of its residents. */
export function ReportTabs() {
  return (
    <nav className="report-tabs" aria-label="Reports">
      <Link to="/clinic/reports" activeOptions={{ exact: true, includeSearch: false }}>
        Daily report
      </Link>
      <Link to="/clinic/reports/resident" activeOptions={{ exact: true, includeSearch: false }}>
        Resident reports
      </Link>
    </nav>
  )
}
