import type { Clinic } from '@eupnea/contract/facilities.ts'
import { countUnseenNotifications } from '@eupnea/contract/notifications.ts'
import { IconBell } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { sayFailed } from '../shared/say-done.tsx'
import './notification-bell.css'

const refreshMs = 60_000
/** More are not counted on the bell. */
const most = 99

interface NotificationBellProps {
  readonly clinic: Clinic
}

const loadPanel = () => import('./notification-panel.tsx')

/** How many notifications of the facility wait to be seen; the newest behind it are fetched when wanted (AL-3). */
export function NotificationBell({ clinic }: NotificationBellProps) {
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

export interface PanelProps extends NotificationBellProps {
  readonly unseen: number
}

/** The bell itself, wherever it stands. */
export function BellButton({
  unseen,
  className = '',
  ...props
}: ComponentProps<'button'> & { readonly unseen: number }) {
  const count = unseen > most ? `${most}+` : String(unseen)
  return (
    <button
      type="button"
      {...props}
      className={`notification-bell ${className}`}
      aria-label={unseen === 0 ? 'Notifications' : `Notifications, ${count} unseen`}
    >
      <IconBell size={20} stroke={1.7} aria-hidden />
      {unseen > 0 && (
        <span className="notification-count tabular" aria-hidden>
          {count}
        </span>
      )}
    </button>
  )
}
