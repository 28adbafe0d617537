import { productName } from '@eupnea/contract/product.ts'
import { openReport } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { ApiError, useCall } from '../shared/api.ts'
import { BreathMark } from '../shared/breath-mark.tsx'
import { IconLinkOff } from '../shared/icons.tsx'
import statesStyles from '../shared/states.module.css'
import { ReportSheets } from './report-sheets.tsx'
import { ReportWait } from './report-wait.tsx'
import styles from './reports.module.css'
import { SaveReport, saveOfLink } from './save-report.tsx'

/** The daily report for anyone with a link to it, without signing in (SH-11, RP-4). */
export function OpenReportPage() {
  const query = new URLSearchParams(useLocation().searchStr)
  const unique_id = query.get('unique_id') ?? ''
  const floor = query.get('floor')
  const { data, error, isPending, refetch } = useCall(
    openReport,
    { unique_id, ...(floor && { floor }) },
    // Each request counts as an opening.
    { enabled: unique_id !== '', staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false },
  )
  const isWaiting = isPending && unique_id !== ''
  return (
    <div className={styles.openReport}>
      <header className={styles.openReportBar}>
        <span className={styles.openReportBrand}>
          <BreathMark /> {productName}
        </span>
        <h1>{m.report_title()}</h1>
        {data && <SaveReport report={data} error={null} save={saveOfLink(unique_id)} />}
      </header>
      <main className={styles.openReportMain}>
        {isWaiting && <ReportWait />}
        {!isWaiting && !data && (
          <Expired retry={error instanceof ApiError && error.status !== 404 ? () => void refetch() : undefined} />
        )}
        {data && (
          <>
            <FlagNote />
            <ReportSheets report={data} />
          </>
        )}
      </main>
    </div>
  )
}

/** Whatever went wrong, the way on is the portal (ER-2). @param retry if trying again may help */
function Expired({ retry }: { readonly retry: (() => void) | undefined }) {
  return (
    <div className={statesStyles.state} role="alert">
      <IconLinkOff size={32} stroke={1.4} aria-hidden />
      <p className={statesStyles.stateTitle}>{m.report_link_expired_title()}</p>
      <p className={statesStyles.stateText}>{m.report_link_expired()}</p>
      <Link to="/clinic/reports">{m.report_older_link()}</Link>
      {retry && (
        <Button variant="default" onClick={retry}>
          {m.common_try_again()}
        </Button>
      )}
    </div>
  )
}

/** Ticks appear only on paper. */
export function FlagNote() {
  return <p className={styles.reportNote}>{m.report_flag_note()}</p>
}
