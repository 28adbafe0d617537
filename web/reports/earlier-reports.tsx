import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listDailyReports, type MadeReport } from '@eupnea/contract/report-deliveries.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { breakpoints } from '../shared/breakpoints.ts'
import { useAllPages } from '../shared/pages.ts'
import { saveFile } from '../shared/save-file.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { Failed } from '../shared/states.tsx'
import { sinceText } from '../shared/time.ts'
import { floorText } from '../shared/words.ts'
import { EmailReport } from './email-report.tsx'
import { reportName } from './report-name.ts'
import styles from './reports.module.css'

/** How many are shown until people ask for more. */
const shownAtFirst = 10

/** Reports saved or sent before, to open or send again (RP-6). @param floor as chosen on the page */
export function EarlierReports({ clinic, floor }: { readonly clinic: Clinic; readonly floor: string }) {
  const isOneFloor = floor !== everyFloor
  const query = useAllPages(listDailyReports, { clinic_id: clinic.id, ...(isOneFloor && { floor_id: floor }) })
  // Beside the report they start open; in narrower windows, folded.
  const [isOpen, setOpen] = useState(() => window.innerWidth >= breakpoints.desk)
  const [isWhole, setWhole] = useState(false)
  const [sent, setSent] = useState<MadeReport | null>(null)
  const reports = query.data
  const shown = isWhole ? reports : reports?.slice(0, shownAtFirst)
  return (
    <details className={styles.reportLinks} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{titleOf(isOneFloor ? floorText(floor) : null, reports?.length ?? 0)}</h2>
      </summary>
      {query.error && !reports && <Failed error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <p className={styles.reportLinksNone}>{m.report_earlier_loading()}</p>}
      {reports?.length === 0 && <p className={styles.reportLinksNone}>{m.report_earlier_empty()}</p>}
      <ul>
        {shown?.map((report) => (
          <li key={report.report_id}>
            <Line report={report} zone={clinic.tz} onSend={() => setSent(report)} />
          </li>
        ))}
      </ul>
      {reports && shown && reports.length > shown.length && (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          {m.common_show_all_count({ count: numberText(reports.length) })}
        </Button>
      )}
      {sent && (
        <EmailReport
          clinicId={clinic.id}
          name={reportName(sent.date, sent.floor_id)}
          make={async () => sent}
          onClose={() => setSent(null)}
        />
      )}
    </details>
  )
}

/** @param floor null: all floors */
function titleOf(floor: string | null, reports: number): string {
  const count = numberText(reports)
  if (floor === null) return reports === 0 ? m.report_earlier_title() : m.report_earlier_title_count({ count })
  return reports === 0 ? m.report_earlier_title_floor({ floor }) : m.report_earlier_title_floor_count({ floor, count })
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
  const time = sinceText(made_at, zone)
  return (
    <div className={styles.reportLink} data-state="open">
      <div className={styles.reportLinkHead}>
        <b className="tabular">{name}</b>
        <span className={styles.reportLinkActs}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={m.report_open_label({ report: name })}
            loading={opening.isPending}
            onClick={() => opening.mutate()}
          >
            {m.report_open()}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={m.report_send_label({ report: name })}
            onClick={onSend}
          >
            {m.report_send()}
          </Button>
        </span>
      </div>
      <p className="tabular">
        {made_by === null ? m.report_made_daily({ time }) : m.report_made({ time, person: made_by })}
      </p>
      <p className="tabular">
        {last_sent_at === null
          ? m.report_unsent()
          : m.report_sent({ count: sent_to, time: sinceText(last_sent_at, zone) })}
      </p>
    </div>
  )
}
