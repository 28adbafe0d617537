import type { Session } from '@eupnea/contract/sessions.ts'
import { UnstyledButton } from '@mantine/core'
import { useWantedPart } from '../shared/wanted-part.ts'
import { SettingsFace } from './settings-face.tsx'

interface SettingsMenuProps {
  readonly session: Session
}

const loadDropdown = async () => (await import('./settings-dropdown.tsx')).SettingsDropdown

/** The person's name, with a menu of settings that is fetched when opened (SH-17). */
export function SettingsMenu({ session }: SettingsMenuProps) {
  const { Part: Dropdown, button } = useWantedPart(loadDropdown)
  if (Dropdown) return <Dropdown session={session} />
  return (
    <UnstyledButton className="settings-target" aria-haspopup="menu" aria-expanded={false} {...button}>
      <SettingsFace session={session} />
    </UnstyledButton>
  )
}
