import { fetchingReport } from '@eupnea/contract/messages.ts'
import { Loader } from '@mantine/core'

/** While a report is being fetched (RP-4). */
export function ReportWait() {
  return (
    <div className="state" role="status">
      <Loader size="sm" aria-hidden />
      <p className="state-title">{fetchingReport}</p>
    </div>
  )
}
