import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '../shared/session.ts'
import { PageSpinner } from './page-spinner.tsx'
import './not-found-page.css'
import { lazyPart } from '../shared/parts.ts'

const MainLayout = lazyPart(async () => (await import('./main-layout.tsx')).MainLayout)

/** Also for pages that the person can't open, so that nothing reveals that they exist (SH-8, SH-13). */
export function NotFoundText() {
  return (
    <div className="not-found">
      <p className="not-found-code">404</p>
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
