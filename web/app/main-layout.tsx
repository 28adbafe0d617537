import type { Session } from '@eupnea/contract/sessions.ts'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { MonitoringBar } from '../notifications/monitoring-bar.tsx'
import { useClinic } from '../shared/clinic.ts'
import { lazyPart } from '../shared/parts.ts'
import { publishLength } from '../shared/publish-length.ts'
import { isStaff, useSession } from '../shared/session.ts'
import { useSettings } from '../shared/settings.ts'
import { FrameSkeleton } from '../shared/skeletons.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ClinicOfAddress } from './clinic-of-address.tsx'
import { Footer } from './footer.tsx'
import { useClinicConnection } from './live-badge.tsx'
import { LeftMenu, RememberEntry, TopMenu } from './menu.tsx'
import { usePageLocale } from './page-locale.ts'
import { PageSpinner } from './page-spinner.tsx'
import { PrintHead } from './print-head.tsx'
import { usePushBrowser } from './push-browser.ts'
import styles from './shell.module.css'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

const MemberLayout = lazyPart(async () => (await import('./member-layout.tsx')).MemberLayout)
const Arrivals = lazyPart(async () => (await import('../notifications/arrivals.tsx')).Arrivals)

interface MainLayoutProps {
  readonly children?: ReactNode
}

/** Menu, top bar and footer around every page except the login pages (SH-1); members have a shell of their own (EA-7). */
export function MainLayout({ children }: MainLayoutProps) {
  const session = useSession()
  if (!session) return <PageSpinner />
  if (isStaff(session)) return <StaffLayout session={session}>{children}</StaffLayout>
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <MemberLayout session={session}>{children}</MemberLayout>
    </Suspense>
  )
}

const publishTop = publishLength('--shell-top', '.row-head, .notification-notices')

/** Publishes the height of the bars at the top, for what sticks below them. */
function noteTop(top: HTMLElement | null) {
  if (!top) return
  const observer = new ResizeObserver(() => publishTop(top.offsetHeight))
  observer.observe(top)
  return () => observer.disconnect()
}

function StaffLayout({ session, children }: MainLayoutProps & { readonly session: Session }) {
  const { isMenuCollapsed, isMobileView, menuPosition } = useSettings()
  const clinic = useClinic()
  const { pathname } = useLocation()
  const locale = usePageLocale()
  const isLivePage = /^\/(clinic|patient)\//.test(pathname)
  const connection = useClinicConnection(isLivePage ? (clinic?.id ?? null) : null)
  usePushBrowser(session.id)

  const menu = isMobileView ? 'drawer' : menuPosition
  // A clinic's own staff see their clinic on pages without live values too.
  const isAtClinic = isLivePage || session.role === 'Clinic'
  const hasBar = isMobileView && clinic !== null && isStaff(session)
  return (
    <div className={styles.shell} data-collapsed={isMenuCollapsed} data-menu={menu} data-bar={hasBar}>
      <SkipLink />
      <RememberEntry session={session} />
      {clinic && (
        <Suspense>
          <Arrivals key={clinic.id} clinic={clinic} />
        </Suspense>
      )}
      {menu === 'left' && <LeftMenu session={session} />}
      {menu === 'top' && <TopMenu session={session} />}
      <div key={locale} className={styles.shellBody}>
        <div ref={noteTop} className={styles.shellTop}>
          <TopBar {...{ session, isAtClinic, connection }} clinic={isAtClinic ? clinic : null} isLive={isLivePage} />
          {isAtClinic && clinic && <MonitoringBar clinic={clinic} />}
        </div>
        <PrintHead session={session} isAtClinic={isAtClinic} />
        <main id="main" tabIndex={-1}>
          <ClinicOfAddress>{children ?? <Outlet />}</ClinicOfAddress>
        </main>
        <Footer />
        {hasBar && <BottomBar session={session} />}
      </div>
    </div>
  )
}
