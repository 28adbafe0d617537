import type { Notification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { ageText, sinceText, useNow } from '../shared/time.ts'
import { NotificationActs } from './notification-acts.tsx'
import { stateText, whomText } from './notification-words.ts'
import { SeverityMark } from './severity-mark.tsx'
import './notifications.css'

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
  const { severity, title, description, seen, created_at, link, state } = notification
  const at = useNow(10_000)
  const whom = isOwn ? '' : whomText(notification)
  return (
    <li className="notification-item" data-severity={severity} data-state={state}>
      <p className="notification-item-head">
        <SeverityMark severity={severity} />
        {!seen && <span className="notification-new">{m.notification_new()}</span>}
        <time className="tabular" dateTime={created_at} title={sinceText(created_at, zone)}>
          {isOwn ? sinceText(created_at, zone) : ageText(at - Date.parse(created_at))}
        </time>
      </p>
      <p className="notification-item-title">
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
      <p className="notification-item-text">{description}</p>
      {state !== 'open' && <p className="notification-item-state">{stateText(notification, zone)}</p>}
      <NotificationActs notification={notification} zone={zone} />
    </li>
  )
}
