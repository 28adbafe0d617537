import type { Notification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { ActionIcon, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconCheck, IconPencilPlus } from '../shared/icons.tsx'
import { useWriteNote } from '../shared/note-act.ts'
import { useWantedPart } from '../shared/wanted-part.ts'
import { DismissButton } from './dismiss-button.tsx'
import { notificationName } from './notification-words.ts'
import styles from './notifications.module.css'
import { SnoozeButton } from './snooze-button.tsx'
import { useNotificationActs } from './use-notification-acts.ts'

interface NotificationActsProps {
  readonly notification: Notification
  /** the clinic's */
  readonly zone: string
  /** small: for a card; icons: for one with room for nothing else */
  readonly size?: 'small' | 'icons'
}

const loadMenu = async () => (await import('./snooze-menu.tsx')).SnoozeMenu
const loadDismissal = async () => (await import('./dismiss-trend.tsx')).DismissTrend

/**
 * What can be done about a notification, wherever it stands (AN-6): acknowledge or snooze while nobody has acknowledged
 * it; write a note; and dismiss what only people can end (WA-12).
 */
export function NotificationActs({ notification, zone, size }: NotificationActsProps) {
  const { Part: DismissTrend, button: dismissButton } = useWantedPart(loadDismissal)
  const { state, kind, id, patientId } = notification
  const isUnhandled = state === 'open' || state === 'snoozed'
  const isDismissible = kind === 'trend' && state !== 'ended' && !size
  const isNotable = patientId !== null && state !== 'ended'
  if (!isUnhandled && !isDismissible && !isNotable) return null
  const name = notificationName(notification)
  return (
    <span className={styles.notificationActs} data-size={size}>
      {isUnhandled ? (
        <Handling notification={notification} zone={zone} size={size}>
          {isNotable && <NoteButton notification={notification} />}
        </Handling>
      ) : (
        isNotable && <NoteButton notification={notification} />
      )}
      {isDismissible &&
        (DismissTrend ? (
          <DismissTrend id={id} name={name} />
        ) : (
          <DismissButton name={name} aria-haspopup="dialog" {...dismissButton} />
        ))}
    </span>
  )
}

function Handling({ notification, zone, size, children }: NotificationActsProps & { readonly children: ReactNode }) {
  const { acknowledge, snooze, isBusy } = useNotificationActs(notification, zone)
  const { Part: SnoozeMenu, button } = useWantedPart(loadMenu)
  const name = notificationName(notification)
  const label = m.notification_acknowledge_label({ notification: name })
  return (
    <>
      {size === 'icons' ? (
        <ActionIcon
          size={24}
          loading={isBusy}
          aria-label={label}
          title={m.notification_acknowledge()}
          onClick={acknowledge}
        >
          <IconCheck size={15} stroke={2.2} aria-hidden />
        </ActionIcon>
      ) : (
        <Button size={size ? 'compact-xs' : 'compact-sm'} loading={isBusy} aria-label={label} onClick={acknowledge}>
          {m.notification_acknowledge()}
        </Button>
      )}
      {/* An icon is never alone on a line. */}
      <span className={styles.notificationActsPair}>
        {SnoozeMenu ? (
          <SnoozeMenu
            name={name}
            size={size}
            isBusy={isBusy}
            severity={notification.severity}
            zone={zone}
            onSnooze={snooze}
          />
        ) : (
          <SnoozeButton
            name={name}
            size={size}
            isBusy={isBusy}
            aria-haspopup="menu"
            aria-expanded={false}
            {...button}
          />
        )}
        {children}
      </span>
    </>
  )
}

function NoteButton({ notification }: Pick<NotificationActsProps, 'notification'>) {
  const writeNote = useWriteNote()
  const { clinic_id, patientId: patient_id } = notification
  if (!writeNote || patient_id === null) return null
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      aria-label={m.notification_write_note_label({ notification: notificationName(notification) })}
      title={m.note_write()}
      onClick={() => writeNote({ clinic_id, patient_id })}
    >
      <IconPencilPlus size={16} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}
