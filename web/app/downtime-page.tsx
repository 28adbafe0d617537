import { DowntimePage as Page } from '../downtime/downtime-page.tsx'
import { ReportTabs } from '../reports/report-tabs.tsx'

/** Downtime, as one of a facility's reports (WA-10). */
export const DowntimePage = () => <Page tabs={<ReportTabs />} />
