import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listDailyReports, type MadeReport } from '@eupnea/contract/report-deliveries.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { breakpoints } from '../shared/breakpoints.ts'
import { useAllPages } from '../shared/pages.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { Failed } from '../shared/states.tsx'
import { sinceText } from '../shared/time.ts'
import { floorText } from '../shared/words.ts'
import { EmailReport } from './email-report.tsx'
import { saveFile } from './fetch-file.ts'
import { reportName } from './report-name.ts'

/** So many are shown until more are asked for. */
const shownAtFirst = 10

/** Reports that were saved or sent before, to open or send again (RP-6). @param floor as chosen on the page */
export function EarlierReports({ clinic, floor }: { readonly clinic: Clinic; readonly floor: string }) {
  const isOneFloor = floor !== everyFloor
  const query = useAllPages(listDailyReports, { clinic_id: clinic.id, ...(isOneFloor && { floor_id: floor }) })
  // Beside the report they are open; in narrower windows they begin folded.
  const [isOpen, setOpen] = useState(() => window.innerWidth >= breakpoints.desk)
  const [isWhole, setWhole] = useState(false)
  const [sent, setSent] = useState<MadeReport | null>(null)
  const reports = query.data
  const shown = isWhole ? reports : reports?.slice(0, shownAtFirst)
  return (
    <details className="report-links" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>
          Earlier reports{isOneFloor && ` of ${floorText(floor)}`}
          {reports && reports.length > 0 && `: ${reports.length}`}
        </h2>
      </summary>
      {query.error && !reports && <Failed error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <p className="report-links-none">Fetching the earlier reports</p>}
      {reports?.length === 0 && (
        <p className="report-links-none">
          None yet. A report is listed here once it was saved as PDF, or sent by e-mail each morning.
        </p>
      )}
      <ul>
        {shown?.map((report) => (
          <li key={report.report_id}>
            <Line report={report} zone={clinic.tz} onSend={() => setSent(report)} />
          </li>
        ))}
      </ul>
      {reports && shown && reports.length > shown.length && (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          Show all {reports.length}
        </Button>
      )}
      {sent && (
        <EmailReport
          clinicId={clinic.id}
          name={reportName(sent.date, sent.floor_id)}
          made={sent}
          onClose={() => setSent(null)}
        />
      )}
    </details>
  )
}

interface LineProps {
  readonly report: MadeReport
  readonly zone: string
  readonly onSend: () => void
}

function Line({ report, zone, onSend }: LineProps) {
  const opening = useMutation({ mutationFn: () => saveFile(report.url, report.file_name), onError: sayFailed })
  const { made_at, made_by, sent_to, last_sent_at } = report
  const name = reportName(report.date, report.floor_id)
  return (
    <div className="report-link" data-state="open">
      <div className="report-link-head">
        <b className="tabular">{name}</b>
        <span className="report-link-acts">
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Open the report of ${name}`}
            loading={opening.isPending}
            onClick={() => opening.mutate()}
          >
            Open
          </Button>
          <Button variant="default" size="compact-sm" aria-label={`Send the report of ${name}`} onClick={onSend}>
            Send
          </Button>
        </span>
      </div>
      <p className="tabular">
        Made {sinceText(made_at, zone)} {made_by === null ? 'by the daily schedule' : `by ${made_by}`}
      </p>
      <p className="tabular">
        {sent_to === 0 ? 'Not sent' : `Sent to ${sent_to === 1 ? 'one address' : `${sent_to} addresses`}`}
        {last_sent_at && `, last ${sinceText(last_sent_at, zone)}`}
      </p>
    </div>
  )
}
