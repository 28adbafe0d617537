import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { liveStore } from '../shared/live/index.ts'

/** How long a pop-up stays, ms. The card goes on telling; a pile of old pop-ups would hide the new one. */
const stayMs = { warning: 15_000, danger: 60_000 } as const

/** A pop-up for each notification that arrives live, leading to the resident (AL-4). */
export function useNotificationPopups(clinicId: string | null): void {
  useEffect(() => {
    if (!clinicId) return
    return liveStore.on('rr_notification', ({ id, title, description, severity, patient_id, device_id }) => {
      notifications.show({
        id,
        title,
        message: (
          <>
            {description}{' '}
            <Link to="/patient/profile/$patient_id/$device_id" params={{ patient_id, device_id }}>
              Open resident
            </Link>
          </>
        ),
        color: severity === 'danger' ? 'red' : 'yellow',
        icon: <IconAlertTriangle size={18} aria-hidden />,
        autoClose: stayMs[severity],
        role: severity === 'danger' ? 'alert' : 'status',
        closeButtonProps: { 'aria-label': 'Close' },
      })
    })
  }, [clinicId])
}
