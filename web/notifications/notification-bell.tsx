import type { Clinic } from '@eupnea/contract/clinics.ts'
import { countUnseenNotifications } from '@eupnea/contract/notifications.ts'
import { useCall } from '../shared/api.ts'
import { useWantedPart } from '../shared/wanted-part.ts'
import { BellButton } from './bell-button.tsx'

const refreshMs = 60_000
const loadPanel = async () => (await import('./notification-panel.tsx')).NotificationPanel

/** How many of the clinic's notifications are unseen; the first behind the bell are fetched when opened (AL-3). */
export function NotificationBell({ clinic }: { readonly clinic: Clinic }) {
  const { data } = useCall(countUnseenNotifications, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const { Part: Panel, button } = useWantedPart(loadPanel)
  const unseen = data?.unseen ?? 0
  if (Panel) return <Panel clinic={clinic} unseen={unseen} />
  return <BellButton unseen={unseen} aria-haspopup="dialog" aria-expanded={false} {...button} />
}
