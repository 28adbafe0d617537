import type { Notification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { ageText, sinceText, useNow } from '../shared/time.ts'
import { KindMark } from './kind-mark.tsx'
import { NotificationActs } from './notification-acts.tsx'
import { NotificationSparkline } from './notification-sparkline.tsx'
import { addedText, stateText, whomText } from './notification-words.ts'
import styles from './notifications.module.css'
import { SeverityMark } from './severity-mark.tsx'

interface NotificationItemProps {
  readonly notification: Notification
  /** the clinic's */
  readonly zone: string
  /** called when the resident's page is opened */
  readonly onOpen?: () => void
  /** on the resident's own page, which need not name them */
  readonly isOwn?: boolean
}

/** An entry of a short list: severity, resident, text, time and actions. */
export function NotificationItem({ notification, zone, onOpen, isOwn = false }: NotificationItemProps) {
  const { kind, severity, title, description, seen, raised_at, link, state } = notification
  const added = addedText(notification, zone)
  const at = useNow(10_000)
  const whom = isOwn ? '' : whomText(notification)
  return (
    <li className={styles.notificationItem} data-severity={severity} data-state={state}>
      <p className={styles.notificationItemHead}>
        <SeverityMark severity={severity} />
        {!seen && <span className={styles.notificationNew}>{m.notification_new()}</span>}
        {added && <span className={styles.notificationAdded}>{added}</span>}
        <time className="tabular" dateTime={raised_at} title={sinceText(raised_at, zone)}>
          {isOwn ? sinceText(raised_at, zone) : ageText(at - Date.parse(raised_at))}
        </time>
      </p>
      <p className={styles.notificationItemTitle}>
        <KindMark kind={kind} />
        <b>{title}</b>
        {whom &&
          (link ? (
            <Link to="/patient/profile/$patient_id/$device_id" params={link} onClick={onOpen}>
              {whom}
            </Link>
          ) : (
            <span>{whom}</span>
          ))}
      </p>
      <p className={styles.notificationItemText}>
        <span>{description}</span>
        <NotificationSparkline notification={notification} />
      </p>
      <div className={styles.notificationItemState} data-state={state}>
        {state !== 'open' && <span>{stateText(notification, zone)}</span>}
        <NotificationActs notification={notification} zone={zone} />
      </div>
    </li>
  )
}
