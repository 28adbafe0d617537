import {
  type Notification,
  type NotificationStep,
  readNotification,
  seeNotification,
} from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { type ReactNode, useEffect } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import {
  IconAlertTriangle,
  IconBellRinging,
  IconBellZ,
  IconChecks,
  IconChevronsUp,
  IconCircleCheck,
  IconEye,
  IconUsers,
  IconX,
} from '../shared/icons.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { dateTimeText, sinceText } from '../shared/time.ts'
import { addedText } from './notification-words.ts'
import styles from './notifications.module.css'
import { notificationAnswers } from './use-notification-acts.ts'

export interface NotificationDetailsProps {
  readonly notification: Notification
  /** the clinic's */
  readonly zone: string
  /** deliveries by e-mail and SMS, from another noun */
  readonly deliveries?: ((notification_id: string, zone: string) => ReactNode) | undefined
}

/** A notification's history, oldest first; opening it marks it as seen (AL-3). */
export function NotificationDetails({ notification, zone, deliveries }: NotificationDetailsProps) {
  const { id, seen, description } = notification
  const added = addedText(notification, zone)
  const { data, error, refetch } = useCall(readNotification, { id })
  const { mutate: see } = useSend(seeNotification, { invalidates: notificationAnswers })
  useEffect(() => {
    if (!seen) see({ id })
  }, [id, seen, see])
  return (
    <div className={styles.notificationDetails}>
      <p>{description}</p>
      {added && <p className={styles.notificationAdded}>{added}</p>}
      {!data &&
        (error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <Loading label={m.notification_history_loading()} />
        ))}
      {data && (
        <ol className={styles.notificationHistory} aria-label={m.notification_history()}>
          {data.history.map((step) => (
            <Step key={`${step.act} ${step.at} ${step.by}`} step={step} zone={zone} />
          ))}
        </ol>
      )}
      {deliveries?.(id, zone)}
    </div>
  )
}

const steps = {
  raised: { Icon: IconBellRinging, text: m.notification_raised },
  seen: { Icon: IconEye, text: m.notification_seen_by },
  snoozed: { Icon: IconBellZ, text: m.notification_snoozed_until_by },
  worse: { Icon: IconAlertTriangle, text: m.notification_became_worse },
  reopened: { Icon: IconBellRinging, text: m.notification_reopened },
  again: { Icon: IconBellRinging, text: m.notification_sent_again },
  escalated: { Icon: IconChevronsUp, text: m.notification_escalated },
  everyone: { Icon: IconUsers, text: m.notification_sent_to_everyone },
  acknowledged: { Icon: IconCircleCheck, text: m.notification_acknowledged_by },
  dismissed: { Icon: IconX, text: m.trend_dismissed_by },
  ended: { Icon: IconChecks, text: m.notification_state_ended },
} as const

function Step({ step: { act, at, by, until, reason }, zone }: { step: NotificationStep; zone: string }) {
  const { Icon, text } = steps[act]
  return (
    <li>
      <Icon size={16} stroke={1.7} aria-hidden />
      <span>{text({ person: by ?? '', time: sinceText(until ?? at, zone), reason: reason ?? '' })}</span>
      <time className="tabular" dateTime={at}>
        {dateTimeText(at, zone)}
      </time>
    </li>
  )
}
