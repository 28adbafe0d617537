import type { Notification } from '@eupnea/contract/notifications.ts'
import { IconAlertOctagonFilled, IconAlertTriangle } from '../shared/icons.tsx'
import { severityLabels } from './notification-words.ts'
import styles from './notifications.module.css'

export const severityIcons = { danger: IconAlertOctagonFilled, warning: IconAlertTriangle } as const

/** A severity by colour, shape and word. */
export function SeverityMark({ severity }: Pick<Notification, 'severity'>) {
  const Icon = severityIcons[severity]
  return (
    <span className={styles.notificationSeverity} data-severity={severity}>
      <Icon size={15} aria-hidden />
      {severityLabels[severity]()}
    </span>
  )
}
