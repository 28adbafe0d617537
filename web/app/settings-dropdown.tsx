import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import {
  IconApi,
  IconCalendar,
  IconCalendarOff,
  IconCheck,
  IconKeyboard,
  IconLayoutNavbar,
  IconLayoutSidebar,
  IconLogout,
  IconMailCheck,
  IconRuler2,
  IconShieldLock,
  IconUserCircle,
  IconVolume,
} from '../shared/icons.tsx'
import { lazyPart } from '../shared/parts.ts'
import { isAdministrator, isStaff } from '../shared/session.ts'
import { canPlaceMenu, saveSettings, useSettings } from '../shared/settings.ts'
import { track } from '../shared/track.ts'
import { SettingsFace } from './settings-face.tsx'
import styles from './shell.module.css'
import { themes, useTheme } from './themes.ts'
import { useSignOut } from './use-sign-out.ts'

const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)
const PresenceModal = lazyPart(async () => (await import('./presence-modal.tsx')).PresenceModal)
const SoundDialog = lazyPart(async () => (await import('../notifications/sound-dialog.tsx')).SoundDialog)
const PrivacyChoice = lazyPart(async () => (await import('./privacy-choice.tsx')).PrivacyChoice)
const VerifyEmail = lazyPart(async () => (await import('../sessions/verify-email.tsx')).VerifyEmail)

const iconSize = 16

/** `Hello, {name or Anonymous}`, `Role: {role}`, personal settings, and Logout (SH-17). */
export function SettingsDropdown({ session }: { readonly session: Session }) {
  const [dialog, setDialog] = useState<'keys' | 'presence' | 'sound' | 'privacy' | 'verifyEmail' | null>(null)
  const close = () => setDialog(null)
  const { isMobileView } = useSettings()
  const signOut = useSignOut()

  return (
    <>
      <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false} defaultOpened>
        <Menu.Target>
          <UnstyledButton className={styles.settingsTarget}>
            <SettingsFace session={session} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={styles.settingsWho}>
            <b>{m.app_greeting({ name: session.name || m.app_greeting_anonymous() })}</b>
            <span>{m.app_role({ role: session.role })}</span>
          </Menu.Label>
          <Menu.Divider />
          {!session.is_email_verified && (
            <>
              <Menu.Item
                leftSection={<IconMailCheck size={iconSize} aria-hidden />}
                rightSection={<span className={styles.settingsDue} aria-hidden />}
                onClick={() => setDialog('verifyEmail')}
              >
                {m.app_verify_email()}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={iconSize} aria-hidden />}>
            {m.account_menu()}
          </Menu.Item>
          <Appearance hasMenu={isStaff(session)} />
          {isStaff(session) && (
            <Menu.Item leftSection={<IconRuler2 size={iconSize} aria-hidden />} onClick={() => setDialog('presence')}>
              {m.app_presence_title()}
            </Menu.Item>
          )}
          {isStaff(session) && (
            <Menu.Item leftSection={<IconVolume size={iconSize} aria-hidden />} onClick={() => setDialog('sound')}>
              {m.notification_sound_title()}
            </Menu.Item>
          )}
          {!isMobileView && isStaff(session) && (
            <Menu.Item leftSection={<IconKeyboard size={iconSize} aria-hidden />} onClick={() => setDialog('keys')}>
              {m.search_keys_title()}
            </Menu.Item>
          )}
          {isAdministrator(session) && (
            <Menu.Item leftSection={<IconApi size={iconSize} aria-hidden />} component="a" href="/docs">
              {m.app_api_docs()}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconShieldLock size={iconSize} aria-hidden />} onClick={() => setDialog('privacy')}>
            {m.app_privacy_title()}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={iconSize} aria-hidden />} onClick={() => void signOut()}>
            {m.app_logout()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'keys' && <KeysDialog onClose={close} />}
        {dialog === 'presence' && <PresenceModal onClose={close} />}
        {dialog === 'sound' && <SoundDialog onClose={close} />}
        {dialog === 'privacy' && <PrivacyChoice onClose={close} />}
        {dialog === 'verifyEmail' && <VerifyEmail session={session} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Theme, and where there is a menu its position, and whether the date is shown (SH-14, SH-21). */
function Appearance({ hasMenu }: { readonly hasMenu: boolean }) {
  const { isMobileView, menuPosition, isCalendarEnabled } = useSettings()
  const theme = useTheme()
  const PlaceIcon = menuPosition === 'left' ? IconLayoutNavbar : IconLayoutSidebar
  const DateIcon = isCalendarEnabled ? IconCalendarOff : IconCalendar

  return (
    <>
      {themes().map(({ id, label, Icon, settings }) => (
        <Menu.Item
          key={id}
          leftSection={<Icon size={iconSize} aria-hidden />}
          rightSection={id === theme && <IconCheck size={iconSize} aria-hidden />}
          aria-current={id === theme}
          onClick={() => {
            track('theme_change')
            saveSettings(settings)
          }}
        >
          {label}
        </Menu.Item>
      ))}
      {hasMenu && canPlaceMenu() && (
        <Menu.Item
          leftSection={<PlaceIcon size={iconSize} aria-hidden />}
          onClick={() => saveSettings({ menuPosition: menuPosition === 'left' ? 'top' : 'left' })}
        >
          {menuPosition === 'left' ? m.app_menu_to_top() : m.app_menu_to_left()}
        </Menu.Item>
      )}
      {hasMenu && !isMobileView && (
        <Menu.Item
          leftSection={<DateIcon size={iconSize} aria-hidden />}
          onClick={() => saveSettings({ isCalendarEnabled: !isCalendarEnabled })}
        >
          {isCalendarEnabled ? m.app_date_hide() : m.app_date_show()}
        </Menu.Item>
      )}
    </>
  )
}
