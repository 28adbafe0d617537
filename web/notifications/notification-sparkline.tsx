import type { Notification } from '@eupnea/contract/notifications.ts'
import { ResidentSparkline } from '../shared/resident-rates.tsx'

/** An hour before and after it, where it is about a resident (VI-3). */
export function NotificationSparkline({ notification }: { readonly notification: Notification }) {
  const { clinic_id, patientId, raised_at, link } = notification
  // Without a link, the resident or their sensor is gone.
  if (patientId === null || link === null) return null
  return <ResidentSparkline clinic_id={clinic_id} patient_id={patientId} around={Date.parse(raised_at)} />
}
