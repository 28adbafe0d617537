import type { Session } from '@eupnea/contract/sessions.ts'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { sayFailed } from '../shared/say-done.tsx'
import { useSettings } from '../shared/settings.ts'

interface SettingsMenuProps {
  readonly session: Session
}

const loadDropdown = () => import('./settings-dropdown.tsx')

/** The person's name, and behind it their settings, which are fetched when they are wanted (SH-17). */
export function SettingsMenu({ session }: SettingsMenuProps) {
  const [Dropdown, setDropdown] = useState<ComponentType<SettingsMenuProps> | null>(null)

  async function open() {
    try {
      const { SettingsDropdown } = await loadDropdown()
      setDropdown(() => SettingsDropdown)
    } catch (error) {
      sayFailed(error)
    }
  }
  // Failing here is of no matter: the click tries again.
  const prepare = () => void loadDropdown().catch(() => {})

  if (Dropdown) return <Dropdown session={session} />
  return (
    <UnstyledButton
      className="settings-target"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void open()}
    >
      <SettingsFace session={session} />
    </UnstyledButton>
  )
}

/** What the button shows: the greeting, and a dot while something is to be done. */
export function SettingsFace({ session }: SettingsMenuProps) {
  const { isMobileView } = useSettings()
  const greeting = `Hello, ${session.name || 'Anonymous'}`
  return (
    <>
      {isMobileView ? (
        <IconUserCircle size={22} stroke={1.6} aria-hidden />
      ) : (
        <span className="settings-greeting">{greeting}</span>
      )}
      {isMobileView && <span className="visually-hidden">{greeting}</span>}
      {!session.is_email_verified && <span className="settings-due" aria-hidden />}
      <IconChevronDown size={14} aria-hidden />
    </>
  )
}
