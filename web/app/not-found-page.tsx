import { m } from '@eupnea/texts'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../shared/parts.ts'
import { useSession } from '../shared/session.ts'
import styles from './not-found-page.module.css'
import { PageSpinner } from './page-spinner.tsx'

const MainLayout = lazyPart(async () => (await import('./main-layout.tsx')).MainLayout)

/** Why the server refused the address that this document was opened at, such as an expired link to a file. */
const refusal = document.querySelector<HTMLMetaElement>('meta[name="refusal"]')
const refusedPath = location.pathname

/** Also for pages that the person can't open, so that nothing reveals that they exist (SH-8, SH-13). */
export function NotFoundText() {
  const refused = useLocation({ select: ({ pathname }) => pathname === refusedPath }) ? refusal : null
  return (
    <div className={styles.notFound}>
      {!refused && <p className={styles.notFoundCode}>404</p>}
      <h1>{refused?.dataset.title ?? m.common_not_found()}</h1>
      {refused && <p>{refused.content}</p>}
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
