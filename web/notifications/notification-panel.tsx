import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listNotifications, seeAllNotifications } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { Button, Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import { BellButton } from './bell-button.tsx'
import { NotificationItem } from './notification-item.tsx'
import styles from './notifications.module.css'
import { notificationAnswers } from './use-notification-acts.ts'

const newest = 8

interface PanelProps {
  readonly clinic: Clinic
  readonly unseen: number
}

/** The bell with the first notifications of the list behind it: open ones, then the newest. */
export function NotificationPanel({ clinic, unseen }: PanelProps) {
  const bell = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  // Replaces, on the first click, a bell that had the focus; closing gives the focus to this one.
  useEffect(() => {
    bell.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      // Above pop-ups: on a phone they would cover what was asked for.
      zIndex={450}
    >
      <Popover.Target>
        <BellButton ref={bell} unseen={unseen} onClick={() => setOpen((open) => !open)} />
      </Popover.Target>
      <Popover.Dropdown className={styles.notificationPanel} aria-label={m.notification_list_title()}>
        <Newest clinic={clinic} unseen={unseen} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Newest({ clinic, unseen, onClose }: PanelProps & { readonly onClose: () => void }) {
  const { data, error, refetch } = useCall(
    listNotifications,
    { clinic_id: clinic.id, page_size: newest },
    { refetchInterval: 60_000 },
  )
  const seeAll = useSend(seeAllNotifications, {
    invalidates: notificationAnswers,
    onError: sayFailed,
  })
  return (
    <>
      <header className={styles.notificationPanelHead}>
        <h2>{m.notification_list_title()}</h2>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={unseen === 0}
          loading={seeAll.isPending}
          onClick={() => seeAll.mutate({ clinic_id: clinic.id })}
        >
          {m.notification_see_all()}
        </Button>
      </header>
      <div className={styles.notificationPanelBody}>
        {!data &&
          (error ? (
            <Failed error={error} retry={() => void refetch()} />
          ) : (
            <Loading label={m.notification_loading()} />
          ))}
        {data?.items.length === 0 && <Empty title={m.notification_empty_title()}>{m.notification_empty()}</Empty>}
        {data && data.items.length > 0 && (
          <ul className={styles.notificationItems} aria-label={m.notification_newest_label()}>
            {data.items.map((item) => (
              <NotificationItem key={item.id} notification={item} zone={clinic.tz} onOpen={onClose} />
            ))}
          </ul>
        )}
      </div>
      <footer className={styles.notificationPanelFoot}>
        <Link to="/clinic/notifications" onClick={onClose}>
          {m.notification_view_all()}
        </Link>
      </footer>
    </>
  )
}
