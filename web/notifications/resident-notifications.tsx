import { listNotifications } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Empty, Failed, Loading, Stale } from '../shared/states.tsx'
import { clockText } from '../shared/time.ts'
import { NotificationItem } from './notification-item.tsx'
import styles from './notifications.module.css'

const step = 6
/** Maximum in one answer. */
const most = 200

interface ResidentNotificationsProps {
  readonly patient_id: string
  /** the clinic's */
  readonly zone: string
}

/** The notifications of one resident, in the list's order: open ones first (AN-5). */
export function ResidentNotifications({ patient_id, zone }: ResidentNotificationsProps) {
  const [shown, setShown] = useState(step)
  const { data, error, refetch, dataUpdatedAt } = useCall(
    listNotifications,
    { patient_id, page_size: shown },
    { placeholderData: (before) => before, refetchInterval: 60_000 },
  )
  if (!data)
    return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label={m.notification_loading()} />
  const { items, pagination } = data
  return (
    <>
      {error && <Stale>{m.common_stale({ time: clockText(dataUpdatedAt, zone) })}</Stale>}
      {items.length === 0 ? (
        <Empty title={m.notification_empty_title()}>{m.notification_empty()}</Empty>
      ) : (
        <ul className={styles.notificationItems} data-wide aria-label={m.notification_list_resident_label()}>
          {items.map((item) => (
            <NotificationItem key={item.id} notification={item} zone={zone} isOwn />
          ))}
        </ul>
      )}
      {pagination.total_records > items.length && items.length < most && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown((now) => Math.min(now + 2 * step, most))}>
          {m.notification_show_older()}
        </Button>
      )}
    </>
  )
}
