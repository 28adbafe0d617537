import type { NotificationMessage } from '@eupnea/contract/live.ts'
import { readNotification } from '@eupnea/contract/notifications.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinic } from '../shared/clinic.ts'
import { queryClient } from '../shared/query.ts'
import { Rich } from '../shared/rich.tsx'
import { sessionQuery } from '../shared/session.ts'
import { KindMark } from './kind-mark.tsx'
import { NotificationActs } from './notification-acts.tsx'
import { stateText, whomText } from './notification-words.ts'
import styles from './notifications.module.css'
import { countsText, planPopUps } from './plan-pop-ups.ts'
import { SeverityMark } from './severity-mark.tsx'
import { claimPopUp } from './shown-once.ts'

/** How long a pop-up stays, ms; false: until it is closed. */
const stay = { warning: 15_000, danger: false } as const
/** Notifications arriving within this time share one pop-up, ms. */
const gatherMs = 300
const mergedId = 'several-notifications'

/** Individual pop-ups on screen: their ids by resident. */
const open = new Map<string, string>()
let merged: readonly NotificationMessage[] = []
let gathered: NotificationMessage[] = []

/** Shows it once per browser, alone or with others that arrive at the same time. */
export async function popUp(message: NotificationMessage): Promise<void> {
  if (!(await claimPopUp(message.id))) return
  gathered.push(message)
  if (gathered.length === 1) setTimeout(flush, gatherMs)
}

function flush(): void {
  const fresh = gathered
  gathered = []
  // Nothing is shown after signing out (ID-6).
  if (!queryClient.getQueryData(sessionQuery.queryKey)) return
  // A worse one replaces the resident's previous one.
  for (const { patient_id } of fresh) close(patient_id)
  const plan = planPopUps(fresh, open.size, merged.length > 0)
  for (const message of plan.single) showOne(message)
  if (plan.merged.length > 0) showMerged(plan.merged)
}

function close(patient_id: string): void {
  const id = open.get(patient_id)
  if (id === undefined) return
  open.delete(patient_id)
  notifications.hide(id)
}

const looks = (severity: NotificationMessage['severity'], kind: NotificationMessage['kind']) => ({
  color: severity === 'danger' ? 'red' : 'yellow',
  icon: <KindMark kind={kind} size={22} />,
  autoClose: stay[severity],
  role: severity === 'danger' ? ('alert' as const) : ('status' as const),
  closeButtonProps: { 'aria-label': m.common_close() },
})

function showOne(message: NotificationMessage): void {
  const { id, title, severity, kind, patient_id } = message
  open.set(patient_id, id)
  notifications.show({
    ...looks(severity, kind),
    id,
    title,
    message: <One message={message} />,
    onClose: () => open.get(patient_id) === id && open.delete(patient_id),
  })
}

function showMerged(fresh: readonly NotificationMessage[]): void {
  const isNew = merged.length === 0
  merged = [...merged, ...fresh]
  const severity = merged.some((message) => message.severity === 'danger') ? 'danger' : 'warning'
  const content = {
    ...looks(severity, 'system'),
    id: mergedId,
    title: m.notification_count({ count: merged.length }),
    message: (
      <div className={styles.notificationPopUpBody}>
        <p>{m.notification_pop_up_many({ counts: countsText(merged) })}</p>
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <Link {...props} to="/clinic/notifications" search={{}} />}
          onClick={() => notifications.hide(mergedId)}
        >
          {m.notification_open_list()}
        </Button>
      </div>
    ),
    onClose: () => {
      merged = []
    },
  }
  if (isNew) notifications.show(content)
  else notifications.update(content)
}

/** Resident, rate and actions; what colleagues do shows up here too. */
function One({ message }: { readonly message: NotificationMessage }) {
  const { id, kind, title, severity, rr, description, is_late, patient_id, device_id } = message
  const zone = useClinic()?.tz ?? 'UTC'
  const { data } = useCall(readNotification, { id })
  const known = data ?? knownResident(patient_id)
  const link = data ? data.link : { patient_id, device_id }
  const state = data?.state ?? 'open'
  const isSettled = state === 'acknowledged' || state === 'ended'
  const isOwnWork = state !== 'open' && data?.seen === true
  // After acting on it, people needn't close it too.
  useEffect(() => {
    if (isOwnWork) notifications.hide(id)
  }, [isOwnWork, id])
  return (
    <div className={styles.notificationPopUpBody}>
      {known && <p className={styles.notificationPopUpWhom}>{whomText(known)}</p>}
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
      {is_late && <p className={styles.notificationAdded}>{m.notification_late()}</p>}
      {data && isSettled && <p>{stateText(data, zone)}</p>}
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
        <NotificationActs notification={{ id, kind, title, state, room: known?.room ?? null }} zone={zone} />
      </span>
    </div>
  )
}

/** Name and room as some list on the page has them already. */
function knownResident(patient_id: string): Parameters<typeof whomText>[0] | undefined {
  for (const [, data] of queryClient.getQueriesData<Resident[] | { items: Resident[] }>({
    queryKey: ['listResidents'],
  })) {
    const residents = Array.isArray(data) ? data : data?.items
    const found = residents?.find((resident) => resident.patient_id === patient_id)
    if (found) return found
  }
  return undefined
}
