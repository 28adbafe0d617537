import type { Notification } from '@eupnea/contract/notifications.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { Link } from '@tanstack/react-router'
import type { TableColumn } from '../shared/table/table-features.ts'
import { sinceText } from '../shared/time.ts'
import { NotificationActs } from './notification-acts.tsx'
import { stateText, whomText } from './notification-words.ts'
import { SeverityMark } from './severity-mark.tsx'

/** How bad, what, whom, when, and where it stands. */
export const notificationColumns = (zone: string): readonly TableColumn<Notification>[] => [
  {
    id: 'what',
    header: 'Notification',
    cell: ({ severity, title, seen }) => (
      <span className="notification-what">
        <b data-seen={seen}>{title}</b>
        <span className="notification-marks">
          <SeverityMark severity={severity} />
          {!seen && <span className="notification-new">New</span>}
        </span>
      </span>
    ),
  },
  { id: 'whom', header: 'Resident', cell: (notification) => <Whom notification={notification} /> },
  {
    id: 'rr',
    header: 'BrPM',
    isNumber: true,
    cell: ({ extra_detail: { rr } }) => <span className="tabular">{rateText(rr)}</span>,
  },
  {
    id: 'raised',
    header: 'Raised',
    cell: ({ created_at }) => (
      <time className="table-time" dateTime={created_at}>
        {sinceText(created_at, zone)}
      </time>
    ),
  },
  {
    id: 'state',
    header: 'State',
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
  const whom = whomText(notification) || (kind === 'monitoring' ? 'The whole facility' : '–')
  if (!link) return <span>{whom}</span>
  return (
    <Link to="/patient/profile/$patient_id/$device_id" params={link} className="table-name">
      {whom}
    </Link>
  )
}
