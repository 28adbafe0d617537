import type { Notification } from '@eupnea/contract/notifications.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { IconChevronDown } from '../shared/icons.tsx'
import { Rich } from '../shared/rich.tsx'
import tableStyles from '../shared/table/table.module.css'
import { sinceText } from '../shared/time.ts'
import { beside } from '../shared/words.ts'
import { KindMark } from './kind-mark.tsx'
import { NotificationActs } from './notification-acts.tsx'
import { addedText, severityLabels, whomText } from './notification-words.ts'
import styles from './notifications.module.css'
import { askingOf, countsText, planPopUps } from './plan-pop-ups.ts'
import popUpStyles from './pop-up.module.css'
import { SeverityMark, severityIcons } from './severity-mark.tsx'
import { SilenceButton } from './silence-button.tsx'

const mergedId = 'open-notifications'

type Screen = 'desk' | 'phone'

/** Pop-ups on screen, as they were asked for: their content by id, and for which screen it is drawn. */
const shown = new Map<string, { readonly content: unknown; readonly screen: Screen }>()
/** What was closed in this tab, as it asked then; a reload shows it again. */
const closed = new Set<string>()

/** Shows what is open, and nothing else (AN-1). @param zone the clinic's */
export function showPopUps(open: readonly Notification[], zone: string, screen: Screen): void {
  const { single, merged } = planPopUps(open, closed, screen)
  const wanted = new Set(merged.length > 0 ? [mergedId] : single.map(({ id }) => id))
  for (const id of [...shown.keys()]) if (!wanted.has(id)) hide(id)
  for (const notification of single) show(notification.id, notification, screen, oneOf(notification, zone))
  if (merged.length > 0) show(mergedId, open, screen, severalOf(merged))
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

interface PopUp {
  readonly of: readonly Notification[]
  readonly severity: Notification['severity']
  readonly kind: Notification['kind']
  readonly title: string
  /** the title on a phone */
  readonly line: string
  readonly body: ReactNode
}

/** @param content what it shows; the same content is not shown again */
function show(id: string, content: unknown, screen: Screen, popUp: PopUp): void {
  const before = shown.get(id)
  if (before !== undefined && before.content === content && before.screen === screen) return
  shown.set(id, { content, screen })
  const close = () => {
    // Ours is gone from the list before it is hidden.
    if (!shown.delete(id)) return
    for (const notification of popUp.of) closed.add(askingOf(notification))
  }
  const told = { ...drawn(popUp, screen), id, onClose: close }
  if (before === undefined) notifications.show(told)
  else notifications.update(told)
}

function drawn({ severity, kind, title, line, body }: PopUp, screen: Screen) {
  const SeverityIcon = severityIcons[severity]
  const looks = {
    color: severity === 'danger' ? 'red' : 'yellow',
    autoClose: false as const,
    role: severity === 'danger' ? ('alert' as const) : ('status' as const),
  }
  if (screen === 'phone')
    return {
      ...looks,
      title: null,
      icon: <SeverityIcon size={17} aria-hidden />,
      message: (
        <Folded severity={severity} line={line}>
          {body}
        </Folded>
      ),
    }
  const icon = kind === 'system' ? <SeverityIcon size={20} aria-hidden /> : <KindMark kind={kind} size={20} />
  return { ...looks, title, icon, message: <div className={popUpStyles.notificationPopUpBody}>{body}</div> }
}

interface FoldedProps extends Pick<PopUp, 'severity' | 'line'> {
  readonly children: ReactNode
}

/** The title alone, which leaves the page to be seen and worked on; the rest unfolds. */
function Folded({ severity, line, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  const bodyId = useId()
  return (
    <div className={popUpStyles.notificationPopUpBody}>
      <button
        type="button"
        className={popUpStyles.notificationPopUpLine}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{severityLabels[severity]()}: </span>
        <b>{line}</b>
        <IconChevronDown size={16} stroke={2} aria-hidden />
      </button>
      <div id={bodyId} className={popUpStyles.notificationPopUpBody} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}

const oneOf = (notification: Notification, zone: string): PopUp => {
  const { severity, kind, title } = notification
  return {
    ...{ of: [notification], severity, kind, title },
    line: beside(whomText(notification), title),
    body: <One notification={notification} zone={zone} />,
  }
}

function severalOf(merged: readonly Notification[]): PopUp {
  const severity = merged.some((one) => one.severity === 'danger') ? 'danger' : 'warning'
  const title = m.notification_pop_up_many({ count: merged.length, counts: countsText(merged) })
  return {
    ...{ of: merged, severity, kind: 'system', title, line: title },
    body: (
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
    ),
  }
}

/** Resident, rate and actions. */
function One({ notification, zone }: { readonly notification: Notification; readonly zone: string }) {
  const { id, severity, description, link, raised_at, became_worse_at } = notification
  const added = addedText(notification, zone)
  const { rr } = notification.extra_detail
  const whom = whomText(notification)
  return (
    <>
      <p className={popUpStyles.notificationPopUpRow}>
        {link && whom ? (
          <Link
            className={tableStyles.tableName}
            to="/patient/profile/$patient_id/$device_id"
            params={link}
            onClick={() => notifications.hide(id)}
          >
            {whom}
          </Link>
        ) : (
          whom && <b>{whom}</b>
        )}
        <span>
          {rr === null ? (
            description
          ) : (
            <Rich
              parts={(became_worse_at ? m.notification_pop_up_worse : m.notification_pop_up_rate).parts({
                rate: rateText(rr, null),
                time: sinceText(became_worse_at ?? raised_at, zone),
              })}
              tags={{ b: (rate) => <b className="tabular">{rate}</b> }}
            />
          )}
        </span>
        {added && <span className={styles.notificationAdded}>{added}</span>}
      </p>
      <span className={styles.notificationActs}>
        <span className={popUpStyles.notificationPopUpSeverity}>
          <SeverityMark severity={severity} />
        </span>
        <NotificationActs notification={notification} zone={zone} />
        {severity === 'danger' && <SilenceButton />}
      </span>
    </>
  )
}
