import type { Notification } from '@eupnea/contract/notifications.ts'
import { IconAlertOctagonFilled, IconAlertTriangle } from '../shared/icons.tsx'
import { severityLabels } from './notification-words.ts'
import styles from './notifications.module.css'

/** A severity by colour, shape and word. */
export function SeverityMark({ severity }: Pick<Notification, 'severity'>) {
  const Icon = severity === 'danger' ? IconAlertOctagonFilled : IconAlertTriangle
  return (
    <span className={styles.notificationSeverity} data-severity={severity}>
      <Icon size={15} aria-hidden />
      {severityLabels[severity]()}
    </span>
  )
}
