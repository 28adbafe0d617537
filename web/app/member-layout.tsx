import { productName } from '@eupnea/contract/product.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BreathMark } from '../shared/breath-mark.tsx'
import { Footer } from './footer.tsx'
import styles from './member-layout.module.css'
import { usePageLocale } from './page-locale.ts'
import { PrintHead } from './print-head.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import { SkipLink } from './skip-link.tsx'

/** Around the pages of members, who have no menu and no search: the way home, their account, and large type (EA-7). */
export function MemberLayout({ session, children }: { readonly session: Session; readonly children?: ReactNode }) {
  const locale = usePageLocale()
  return (
    <div className={styles.memberShell}>
      <SkipLink />
      <header className={styles.memberTop}>
        <Link to="/" className={styles.memberBrand} aria-label={m.app_menu_home_label({ product: productName })}>
          <span className={styles.memberBrandMark} aria-hidden>
            <BreathMark />
          </span>
          {productName}
        </Link>
        <SettingsMenu session={session} />
      </header>
      <PrintHead session={session} isAtClinic={false} />
      <main id="main" key={locale} tabIndex={-1}>
        {children ?? <Outlet />}
      </main>
      <Footer />
    </div>
  )
}
