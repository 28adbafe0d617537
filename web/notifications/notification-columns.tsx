import type { Notification } from '@eupnea/contract/notifications.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { sinceText } from '../shared/time.ts'
import { KindMark } from './kind-mark.tsx'
import { NotificationActs } from './notification-acts.tsx'
import { NotificationSparkline } from './notification-sparkline.tsx'
import { addedText, stateText, whomText } from './notification-words.ts'
import styles from './notifications.module.css'
import { SeverityMark } from './severity-mark.tsx'

/** Severity, resident, rate, time and state. */
export const notificationColumns = (zone: string): readonly TableColumn<Notification>[] => [
  {
    id: 'what',
    header: m.notification_column(),
    cell: ({ kind, severity, title, seen, ...rest }) => (
      <span className={styles.notificationWhat}>
        <b data-seen={seen}>
          <KindMark kind={kind} /> {title}
        </b>
        <span className={styles.notificationMarks}>
          <SeverityMark severity={severity} />
          {!seen && <span className={styles.notificationNew}>{m.notification_new()}</span>}
          <span className={styles.notificationAdded}>{addedText(rest, zone)}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'whom',
    header: m.notification_resident_column(),
    cell: (notification) => <Whom notification={notification} />,
  },
  {
    id: 'rr',
    header: m.notification_rate_column(),
    isNumber: true,
    cell: (notification) => (
      <span className={clsx(styles.notificationRate, 'tabular')}>
        {rateText(notification.extra_detail.rr, null)}
        <NotificationSparkline notification={notification} />
      </span>
    ),
  },
  {
    id: 'raised',
    header: m.notification_raised(),
    cell: ({ raised_at }) => (
      <time className={tableStyles.tableTime} dateTime={raised_at}>
        {sinceText(raised_at, zone)}
      </time>
    ),
  },
  {
    id: 'state',
    header: m.notification_state_label(),
    cell: (notification) => (
      <span className={styles.notificationState} data-state={notification.state}>
        <span>{stateText(notification, zone)}</span>
        <NotificationActs notification={notification} zone={zone} />
      </span>
    ),
  },
]

function Whom({ notification }: { readonly notification: Notification }) {
  const { link, kind } = notification
  const whom = whomText(notification) || (kind === 'monitoring' ? m.notification_whole_clinic() : '–')
  if (!link) return <span className={styles.notificationWhom}>{whom}</span>
  return (
    <Link
      to="/patient/profile/$patient_id/$device_id"
      params={link}
      className={clsx(tableStyles.tableName, styles.notificationWhom)}
    >
      {whom}
    </Link>
  )
}
