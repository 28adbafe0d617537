import type { NotificationMessage } from '@eupnea/contract/live.ts'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { liveStore } from '../shared/live/index.ts'

const load = () => import('../notifications/pop-up.tsx')

/** A pop-up for each notification that arrives live (AL-3); its code is fetched once a clinic is being watched. */
export function useNotificationPopups(clinicId: string | null): void {
  useEffect(() => {
    if (!clinicId) return
    void load().catch(() => {})
    return liveStore.on('rr_notification', (message) => {
      load().then(
        ({ popUp }) => popUp(message),
        () => showPlain(message),
      )
    })
  }, [clinicId])
}

/** For when even the code for it can't be fetched. */
const showPlain = ({ id, title, description }: NotificationMessage) =>
  notifications.show({ id, title, message: description, color: 'red', autoClose: false, role: 'alert' })
