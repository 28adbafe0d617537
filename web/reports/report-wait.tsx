import { m } from '@eupnea/texts'
import { Loader } from '@mantine/core'

/** Shown while a report is being fetched (RP-4). */
export function ReportWait() {
  return (
    <div className="state" role="status">
      <Loader size="sm" aria-hidden />
      <p className="state-title">{m.report_fetching()}</p>
    </div>
  )
}
