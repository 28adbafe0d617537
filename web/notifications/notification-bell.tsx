import type { Clinic } from '@eupnea/contract/clinics.ts'
import { countUnseenNotifications } from '@eupnea/contract/notifications.ts'
import { type ComponentType, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { BellButton } from './bell-button.tsx'
import type { PanelProps } from './notification-panel.tsx'

const refreshMs = 60_000
const loadPanel = () => import('./notification-panel.tsx')

/** How many notifications of the clinic wait to be seen; the newest behind it are fetched when wanted (AL-3). */
export function NotificationBell({ clinic }: { readonly clinic: Clinic }) {
  const { data } = useCall(countUnseenNotifications, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const [Panel, setPanel] = useState<ComponentType<PanelProps> | null>(null)
  const unseen = data?.unseen ?? 0

  async function open() {
    try {
      const { NotificationPanel } = await loadPanel()
      setPanel(() => NotificationPanel)
    } catch (error) {
      sayFailed(error)
    }
  }
  // Failing here is of no matter: the click tries again.
  const prepare = () => void loadPanel().catch(() => {})

  if (Panel) return <Panel clinic={clinic} unseen={unseen} />
  return (
    <BellButton
      unseen={unseen}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void open()}
    />
  )
}
