import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { ActionIcon } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { NotificationBell } from '../notifications/notification-bell.tsx'
import { SoundBlocked } from '../notifications/sound-blocked.tsx'
import { chooseClinic, useClinics } from '../shared/clinic.ts'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import demoMarkStyles from '../shared/demo-mark.module.css'
import { IconMenu2 } from '../shared/icons.tsx'
import type { LiveConnection } from '../shared/live/index.ts'
import { lazyPart } from '../shared/parts.ts'
import { isAdministrator } from '../shared/session.ts'
import { useSettings } from '../shared/settings.ts'
import { LiveBadge, useLiveness } from './live-badge.tsx'
import { SearchButton } from './search-button.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import styles from './shell.module.css'

const MobileDrawer = lazyPart(async () => (await import('./mobile-drawer.tsx')).MobileDrawer)

interface TopBarProps {
  readonly session: Session
  /** the clinic of the page; null on pages that belong to none, and until it's known */
  readonly clinic: Clinic | null
  readonly isAtClinic: boolean
  readonly connection: LiveConnection | null
  /** the page shows live values */
  readonly isLive: boolean
}

export function TopBar({ session, clinic, isAtClinic, connection, isLive }: TopBarProps) {
  const { isMobileView, isCalendarEnabled } = useSettings()
  const { isPending } = useClinics()
  const mayChoose = isAdministrator(session) || session.clinic_ids.length > 1
  return (
    <header className={styles.topBar} data-may-choose={mayChoose}>
      {isMobileView && <MobileMenu session={session} />}
      {clinic && <Facility clinic={clinic} session={session} />}
      {isPending && isAtClinic && mayChoose && <ChoicePlace />}
      {clinic && isLive && <Live connection={connection} zone={clinic.tz} />}
      <span className={styles.topBarSpace} />
      <SearchButton session={session} />
      {clinic && <ClinicClock zone={clinic.tz} withDate={isCalendarEnabled && !isMobileView} />}
      <SoundBlocked />
      {clinic && <NotificationBell key={clinic.id} clinic={clinic} />}
      <SettingsMenu session={session} />
    </header>
  )
}

/** Keeps the room of the choice that comes, so that the page doesn't move down. */
const ChoicePlace = () => (
  <span className={styles.topBarClinic}>
    <span className={styles.topBarClinicChoice} />
  </span>
)

function Live({ connection, zone }: { readonly connection: LiveConnection | null; readonly zone: string }) {
  return <LiveBadge liveness={useLiveness(connection, zone)} />
}

/** The clinic's name; a select for people with more than one (SH-15); the logo for its own staff (SH-16). */
function Facility({ clinic, session }: { readonly clinic: Clinic; readonly session: Session }) {
  const { data: clinics = [] } = useClinics()
  const navigate = useNavigate()
  const { pathname } = useLocation()

  function choose(id: string) {
    // The address may name the one before, and a floor of it.
    void navigate({ to: pathname === '/clinic/profile' ? pathname : '/', search: {} })
    chooseClinic(id)
  }

  return (
    <span className={styles.topBarClinic}>
      {session.role === 'Clinic' && clinic.logo && <img className={styles.topBarClinicLogo} src={clinic.logo} alt="" />}
      {clinics.length > 1 ? (
        <select
          className={styles.topBarClinicChoice}
          aria-label={m.app_menu_clinic()}
          value={clinic.id}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {clinics.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <b className={styles.topBarClinicName}>{clinic.name}</b>
      )}
      {clinic.is_demo && <span className={demoMarkStyles.demoMark}>{m.app_demo()}</span>}
    </span>
  )
}

function MobileMenu({ session }: { readonly session: Session }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)

  function open() {
    setWasOpened(true)
    setOpen(true)
  }

  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={m.app_menu_open()} onClick={open}>
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <MobileDrawer session={session} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
