import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../shared/parts.ts'
import { useSession } from '../shared/session.ts'
import styles from './not-found-page.module.css'
import { PageSpinner } from './page-spinner.tsx'

const MainLayout = lazyPart(async () => (await import('./main-layout.tsx')).MainLayout)

/** Also for pages that the person can't open, so that nothing reveals that they exist (SH-8, SH-13). */
export function NotFoundText() {
  return (
    <div className={styles.notFound}>
      <p className={styles.notFoundCode}>404</p>
      <h1>{m.common_not_found()}</h1>
      <p>
        <Link to="/">{m.app_go_to_start()}</Link>
      </p>
    </div>
  )
}

/** An address without a route, inside the shell for people who are signed in. */
export function NotFoundPage() {
  const session = useSession()
  if (!session)
    return (
      <main>
        <NotFoundText />
      </main>
    )
  return (
    <Suspense fallback={<PageSpinner />}>
      <MainLayout>
        <NotFoundText />
      </MainLayout>
    </Suspense>
  )
}
