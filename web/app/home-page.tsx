import { lazy, Suspense } from 'react'
import { LoginPage } from '../sessions/login-page.tsx'
import { isAdministrator, useSession } from '../shared/session.ts'
import { PageSpinner } from './page-spinner.tsx'
import { SignedInFrame } from './signed-in-frame.tsx'

const MainLayout = lazy(async () => ({ default: (await import('./main-layout.tsx')).MainLayout }))
const FacilitiesPage = lazy(async () => ({ default: (await import('./facilities-page.tsx')).FacilitiesPage }))

/** `/`: visitors sign in here; Providers and Members, who have no menu of their own, find their facilities (SH-10). */
export function HomePage() {
  const session = useSession()
  if (!session) return <LoginPage />
  // On the way to the page of the role.
  if (isAdministrator(session) || session.role === 'Clinic') return <PageSpinner />
  return (
    <SignedInFrame>
      <Suspense fallback={<PageSpinner />}>
        <MainLayout>
          <FacilitiesPage />
        </MainLayout>
      </Suspense>
    </SignedInFrame>
  )
}
