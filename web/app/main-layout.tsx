import { m } from '@eupnea/texts'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { MonitoringBar } from '../notifications/monitoring-bar.tsx'
import { useClinic } from '../shared/clinic.ts'
import { lazyPart } from '../shared/parts.ts'
import { isStaff, useSession } from '../shared/session.ts'
import { useSettings } from '../shared/settings.ts'
import { Footer } from './footer.tsx'
import { useClinicConnection } from './live-badge.tsx'
import { LeftMenu, RememberEntry, TopMenu } from './menu.tsx'
import { usePageLocale } from './page-locale.ts'
import { PageSpinner } from './page-spinner.tsx'
import { usePushBrowser } from './push-browser.ts'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'

const Arrivals = lazyPart(async () => (await import('../notifications/arrivals.tsx')).Arrivals)

/** Menu, top bar and footer around every page except the login pages (SH-1). */
export function MainLayout({ children }: { readonly children?: ReactNode }) {
  const session = useSession()
  const { isMenuCollapsed, isMobileView, menuPosition } = useSettings()
  const clinic = useClinic()
  const { pathname } = useLocation()
  const locale = usePageLocale()
  const isLivePage = /^\/(clinic|patient)\//.test(pathname)
  const connection = useClinicConnection(isLivePage ? (clinic?.id ?? null) : null)
  usePushBrowser(session?.id)

  if (!session) return <PageSpinner />
  const menu = isMobileView ? 'drawer' : menuPosition
  // A clinic's own staff see their clinic on pages without live values too.
  const isAtClinic = isLivePage || session.role === 'Clinic'
  return (
    <div className={styles.shell} data-collapsed={isMenuCollapsed} data-menu={menu}>
      <a className={styles.skipLink} href="#main">
        {m.app_skip_to_content()}
      </a>
      <RememberEntry session={session} />
      {clinic && isStaff(session) && (
        <Suspense>
          <Arrivals key={clinic.id} clinic={clinic} />
        </Suspense>
      )}
      {menu === 'left' && <LeftMenu session={session} />}
      {menu === 'top' && <TopMenu session={session} />}
      <div key={locale} className={styles.shellBody}>
        <div className={styles.shellTop}>
          <TopBar session={session} clinic={isAtClinic ? clinic : null} connection={connection} isLive={isLivePage} />
          {isAtClinic && clinic && <MonitoringBar clinic={clinic} />}
        </div>
        <main id="main" tabIndex={-1}>
          {children ?? <Outlet />}
        </main>
        <Footer />
      </div>
    </div>
  )
}
