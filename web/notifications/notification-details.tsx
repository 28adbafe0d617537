import {
  type Notification,
  type NotificationDetail,
  readNotification,
  seeNotification,
} from '@eupnea/contract/notifications.ts'
import { type ReactNode, useEffect } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { IconBellRinging, IconBellZ, IconChecks, IconCircleCheck, IconEye } from '../shared/icons.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { dateTimeText } from '../shared/time.ts'
import { notificationAnswers } from './use-notification-acts.ts'

export interface NotificationDetailsProps {
  readonly notification: Notification
  /** the clinic's */
  readonly zone: string
  /** what other nouns know of who was told by e-mail and SMS */
  readonly deliveries?: ((notification_id: string, zone: string) => ReactNode) | undefined
}

/** What happened to a notification, oldest first; who opens it has seen it (AL-3). */
export function NotificationDetails({ notification, zone, deliveries }: NotificationDetailsProps) {
  const { id, seen, description } = notification
  const { data, error, refetch } = useCall(readNotification, { id })
  const { mutate: see } = useSend(seeNotification, { invalidates: notificationAnswers })
  useEffect(() => {
    if (!seen) see({ id })
  }, [id, seen, see])
  return (
    <div className="notification-details">
      <p>{description}</p>
      {!data &&
        (error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label="Fetching the history" />)}
      {data && (
        <ol className="notification-history" aria-label="History">
          {data.history.map((step) => (
            <Step key={`${step.act} ${step.at} ${step.by}`} step={step} zone={zone} />
          ))}
        </ol>
      )}
      {deliveries?.(id, zone)}
    </div>
  )
}

const words = {
  raised: { Icon: IconBellRinging, text: 'Raised' },
  seen: { Icon: IconEye, text: 'Seen' },
  snoozed: { Icon: IconBellZ, text: 'Snoozed until' },
  acknowledged: { Icon: IconCircleCheck, text: 'Acknowledged' },
  ended: { Icon: IconChecks, text: 'Ended' },
} as const

function Step({ step: { act, at, by }, zone }: { step: NotificationDetail['history'][number]; zone: string }) {
  const { Icon, text } = words[act]
  return (
    <li>
      <Icon size={16} stroke={1.7} aria-hidden />
      <span>
        {text}
        {act === 'snoozed' && ` ${dateTimeText(at, zone)}`}
        {by && ` by ${by}`}
      </span>
      {act !== 'snoozed' && (
        <time className="tabular" dateTime={at}>
          {dateTimeText(at, zone)}
        </time>
      )}
    </li>
  )
}
