import type { Notification } from '@eupnea/contract/notifications.ts'
import { notificationName } from './notification-words.ts'

/** Tells people who hear the page of what has no pop-up, because the page shows it (AN-1). */
export function Announced({ notifications }: { readonly notifications: readonly Notification[] }) {
  const namesOf = (severity: Notification['severity']) =>
    notifications
      .filter((one) => one.severity === severity)
      .map(notificationName)
      .join('; ')
  return (
    <div className="visually-hidden">
      <p role="alert">{namesOf('danger')}</p>
      <p role="status">{namesOf('warning')}</p>
    </div>
  )
}
