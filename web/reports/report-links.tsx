import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listReportLinks, type ReportLink } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { breakpoints } from '../shared/breakpoints.ts'
import { useAllPages } from '../shared/pages.ts'
import { sinceText } from '../shared/time.ts'
import { reportName } from './report-name.ts'
import styles from './reports.module.css'
import { RevokeReportLink } from './revoke-report-link.tsx'

/** How many are shown until people ask for all. */
const shownAtFirst = 5

/** Links to the clinic's reports: who created them, whether they still work, and how often they were opened (RP-4). */
export function ReportLinks({ clinic }: { readonly clinic: Clinic }) {
  const { data: links = [] } = useAllPages(listReportLinks, { clinic_id: clinic.id })
  const open = links.filter(({ state }) => state === 'open').length
  // Beside the report they start open; in narrower windows, folded.
  const [isOpen, setOpen] = useState(() => window.innerWidth >= breakpoints.desk)
  const [isWhole, setWhole] = useState(false)
  const [revoked, setRevoked] = useState<ReportLink | null>(null)
  const shown = isWhole ? links : links.slice(0, shownAtFirst)
  return (
    <details className={styles.reportLinks} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{open > 0 ? m.report_link_list_title_open({ count: numberText(open) }) : m.report_link_list_title()}</h2>
      </summary>
      {links.length === 0 && <p className={styles.reportLinksNone}>{m.report_link_empty()}</p>}
      <ul>
        {shown.map((link) => (
          <li key={link.link_id}>
            <Line link={link} zone={clinic.tz} onRevoke={() => setRevoked(link)} />
          </li>
        ))}
      </ul>
      {links.length > shown.length && (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          {m.common_show_all_count({ count: numberText(links.length) })}
        </Button>
      )}
      {revoked && (
        <RevokeReportLink
          link={revoked}
          name={reportName(revoked.date, revoked.floor)}
          onClose={() => setRevoked(null)}
        />
      )}
    </details>
  )
}

const stateTexts = {
  open: m.report_link_open_until,
  expired: m.report_link_expired_at,
  revoked: m.report_link_revoked_at,
} as const

interface LineProps {
  readonly link: ReportLink
  readonly zone: string
  readonly onRevoke: () => void
}

function Line({ link, zone, onRevoke }: LineProps) {
  const { state, expires_at, revoked_at, opened, last_opened_at, created_by, recipient } = link
  const name = reportName(link.date, link.floor)
  return (
    <div className={styles.reportLink} data-state={state}>
      <div className={styles.reportLinkHead}>
        <b className="tabular">{name}</b>
        {state === 'open' && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={m.report_link_revoke_label({ report: name })}
            onClick={onRevoke}
          >
            {m.report_link_revoke()}
          </Button>
        )}
      </div>
      <p className="tabular">{stateTexts[state]({ time: sinceText(revoked_at ?? expires_at, zone) })}</p>
      <p className="tabular">
        {last_opened_at === null
          ? m.report_link_unopened()
          : m.report_link_opened({ count: opened, time: sinceText(last_opened_at, zone) })}
      </p>
      {recipient && <p>{m.report_link_for({ recipient })}</p>}
      <p>{m.report_link_by({ person: created_by })}</p>
    </div>
  )
}
