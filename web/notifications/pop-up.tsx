import type { Notification } from '@eupnea/contract/notifications.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { Rich } from '../shared/rich.tsx'
import { KindMark } from './kind-mark.tsx'
import { NotificationActs } from './notification-acts.tsx'
import { addedText, whomText } from './notification-words.ts'
import styles from './notifications.module.css'
import { askingOf, countsText, planPopUps } from './plan-pop-ups.ts'
import { SeverityMark } from './severity-mark.tsx'
import { SilenceButton } from './silence-button.tsx'

const mergedId = 'open-notifications'

/** Pop-ups on screen, as they were asked for: their content by id. */
const shown = new Map<string, unknown>()
/** What was closed in this tab, as it asked then; a reload shows it again. */
const closed = new Set<string>()

/** Shows what is open, and nothing else (AN-1). @param zone the clinic's */
export function showPopUps(open: readonly Notification[], zone: string, screen: 'desk' | 'phone'): void {
  const { single, merged } = planPopUps(open, closed, screen)
  const wanted = new Set(merged.length > 0 ? [mergedId] : single.map(({ id }) => id))
  for (const id of [...shown.keys()]) if (!wanted.has(id)) hide(id)
  for (const notification of single) show(notification.id, notification, oneOf(notification, zone))
  if (merged.length > 0) show(mergedId, open, severalOf(merged))
}

/** Of the next person nothing is closed yet, and nothing of the last one is left (ID-6). */
export function endPopUps(): void {
  for (const id of [...shown.keys()]) hide(id)
  closed.clear()
}

function hide(id: string): void {
  shown.delete(id)
  notifications.hide(id)
}

type PopUp = Omit<Parameters<typeof notifications.show>[0], 'id' | 'onClose'> & {
  readonly of: readonly Notification[]
}

/** @param content what it shows; the same content is not shown again */
function show(id: string, content: unknown, { of, ...popUp }: PopUp): void {
  const before = shown.get(id)
  if (before === content) return
  shown.set(id, content)
  const close = () => {
    // Ours is gone from the list before it is hidden.
    if (!shown.delete(id)) return
    for (const notification of of) closed.add(askingOf(notification))
  }
  if (before === undefined) notifications.show({ ...popUp, id, onClose: close })
  else notifications.update({ ...popUp, id, onClose: close })
}

const looks = (severity: Notification['severity'], kind: Notification['kind']) => ({
  color: severity === 'danger' ? 'red' : 'yellow',
  icon: <KindMark kind={kind} size={22} />,
  autoClose: false as const,
  role: severity === 'danger' ? ('alert' as const) : ('status' as const),
  closeButtonProps: { 'aria-label': m.common_close() },
})

const oneOf = (notification: Notification, zone: string): PopUp => ({
  ...looks(notification.severity, notification.kind),
  of: [notification],
  title: notification.title,
  message: <One notification={notification} zone={zone} />,
})

function severalOf(merged: readonly Notification[]): PopUp {
  const severity = merged.some((one) => one.severity === 'danger') ? 'danger' : 'warning'
  return {
    ...looks(severity, 'system'),
    of: merged,
    title: m.notification_pop_up_many({ count: merged.length, counts: countsText(merged) }),
    message: (
      <div className={styles.notificationPopUpBody}>
        <span className={styles.notificationActs}>
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => <Link {...props} to="/clinic/notifications" search={{}} />}
          >
            {m.notification_open_list()}
          </Button>
          {severity === 'danger' && <SilenceButton />}
        </span>
      </div>
    ),
  }
}

/** Resident, rate and actions. */
function One({ notification, zone }: { readonly notification: Notification; readonly zone: string }) {
  const { id, severity, description, link } = notification
  const added = addedText(notification, zone)
  const { rr } = notification.extra_detail
  const whom = whomText(notification)
  return (
    <div className={styles.notificationPopUpBody}>
      {whom && <p className={styles.notificationPopUpWhom}>{whom}</p>}
      <p className={styles.notificationPopUpRr}>
        {rr === null ? (
          description
        ) : (
          <Rich
            parts={m.notification_pop_up_rate.parts({ rate: rateText(rr, null) })}
            tags={{ b: (rate) => <b className="tabular">{rate}</b> }}
          />
        )}{' '}
        <SeverityMark severity={severity} />
      </p>
      {added && <p className={styles.notificationAdded}>{added}</p>}
      <span className={styles.notificationActs}>
        {link && (
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => <Link {...props} to="/patient/profile/$patient_id/$device_id" params={link} />}
            onClick={() => notifications.hide(id)}
          >
            {m.notification_open_resident()}
          </Button>
        )}
        <NotificationActs notification={notification} zone={zone} />
        {severity === 'danger' && <SilenceButton />}
      </span>
    </div>
  )
}
