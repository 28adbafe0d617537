import type { Notification } from '@eupnea/contract/notifications.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { type ReactNode, useMemo } from 'react'
import { useCurrentNotifications } from '../shared/current-notifications.tsx'
import { Loading } from '../shared/states.tsx'
import { sinceText, spanText, useNow } from '../shared/time.ts'
import { KindMark } from './kind-mark.tsx'
import { NotificationActs } from './notification-acts.tsx'
import { stateText } from './notification-words.ts'
import styles from './notifications.module.css'
import { useOnPage } from './on-page.ts'
import { SeverityMark } from './severity-mark.tsx'

const hourMs = 3_600_000

interface ResidentNoticesProps {
  readonly clinic_id: string
  readonly patient_id: string
  /** the clinic's */
  readonly zone: string
  /** below them, once it is known whether there are any */
  readonly children: ReactNode
}

/** At the top of a resident's page: why somebody is to look now, and what can be done about it (AN-6). */
export function ResidentNotices({ clinic_id, patient_id, zone, children }: ResidentNoticesProps) {
  const { data, isPending, failureCount } = useCurrentNotifications(clinic_id)
  const own = useMemo(() => data?.items.filter(({ patientId }) => patientId === patient_id) ?? [], [data, patient_id])
  useOnPage(patient_id)
  if (isPending && failureCount === 0) return <Loading label={m.resident_loading_one()} />
  return (
    <>
      {own.length > 0 && (
        <ul className={styles.notificationNotices} aria-label={m.notification_current_label()}>
          {own.map((notification) => (
            <Notice key={notification.id} notification={notification} zone={zone} />
          ))}
        </ul>
      )}
      {children}
    </>
  )
}

function Notice({ notification, zone }: { readonly notification: Notification; readonly zone: string }) {
  const { kind, title, severity, state, raised_at, became_worse_at, extra_detail } = notification
  const rate = rateText(extra_detail.rr, null)
  const span = useNow(60_000) - Date.parse(raised_at)
  const at = m.notification_notice_at({ time: sinceText(raised_at, zone) })
  return (
    <li className={styles.notificationNotice} data-severity={severity} data-state={state}>
      <SeverityMark severity={severity} />
      <b>
        <KindMark kind={kind} /> {title}
      </b>
      {/* Not since when it is so, which stands below. Whole hours would leave out up to 59 min. */}
      <span className="tabular" title={at}>
        {span < hourMs ? m.notification_notice_ago({ span: spanText(Math.max(0, span)) }) : at}
      </span>
      {/* Of then; what is breathed now stands below. */}
      {extra_detail.rr !== null && (
        <span className="tabular">
          {became_worse_at
            ? m.notification_notice_worse({ rate, time: sinceText(became_worse_at, zone) })
            : m.notification_notice_rate({ rate })}
        </span>
      )}
      {state !== 'open' && <span>{stateText(notification, zone)}</span>}
      <NotificationActs notification={notification} zone={zone} />
    </li>
  )
}
