import type { Notification } from '@eupnea/contract/notifications.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import type { TableColumn } from '../shared/table/table-features.ts'
import { sinceText } from '../shared/time.ts'
import { NotificationActs } from './notification-acts.tsx'
import { stateText, whomText } from './notification-words.ts'
import { SeverityMark } from './severity-mark.tsx'

/** Severity, resident, rate, time and state. */
export const notificationColumns = (zone: string): readonly TableColumn<Notification>[] => [
  {
    id: 'what',
    header: m.notification_column(),
    cell: ({ severity, title, seen }) => (
      <span className="notification-what">
        <b data-seen={seen}>{title}</b>
        <span className="notification-marks">
          <SeverityMark severity={severity} />
          {!seen && <span className="notification-new">{m.notification_new()}</span>}
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
    cell: ({ extra_detail: { rr } }) => <span className="tabular">{rateText(rr, null)}</span>,
  },
  {
    id: 'raised',
    header: m.notification_raised(),
    cell: ({ created_at }) => (
      <time className="table-time" dateTime={created_at}>
        {sinceText(created_at, zone)}
      </time>
    ),
  },
  {
    id: 'state',
    header: m.notification_state_label(),
    cell: (notification) => (
      <span className="notification-state" data-state={notification.state}>
        {stateText(notification, zone)}
        <NotificationActs notification={notification} zone={zone} />
      </span>
    ),
  },
]

function Whom({ notification }: { readonly notification: Notification }) {
  const { link, kind } = notification
  const whom = whomText(notification) || (kind === 'monitoring' ? m.notification_whole_clinic() : '–')
  if (!link) return <span>{whom}</span>
  return (
    <Link to="/patient/profile/$patient_id/$device_id" params={link} className="table-name">
      {whom}
    </Link>
  )
}
