import { readOwnMember } from '@eupnea/contract/members.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Suspense } from 'react'
import { LoginPage } from '../sessions/login-page.tsx'
import { useCall } from '../shared/api.ts'
import { lazyPart } from '../shared/parts.ts'
import { isAdministrator, useSession } from '../shared/session.ts'
import { FrameSkeleton, PageSkeleton } from '../shared/skeletons.tsx'
import { Failed } from '../shared/states.tsx'
import { PageSpinner } from './page-spinner.tsx'
import { SignedInFrame } from './signed-in-frame.tsx'

const MainLayout = lazyPart(async () => (await import('./main-layout.tsx')).MainLayout)
const MemberPage = lazyPart(async () => (await import('../members/member-page.tsx')).MemberPage)
const MembersSection = lazyPart(async () => (await import('../members/members-section.tsx')).MembersSection)
const ClinicsPage = lazyPart(async () => (await import('./clinics-page.tsx')).ClinicsPage)

/**
 * `/`: visitors sign in here; Members find their nights; Providers, who have no menu of their own, find their clinics
 * and members (SH-10).
 */
export function HomePage() {
  const session = useSession()
  if (!session) return <LoginPage />
  // Redirects to the role's own page.
  if (isAdministrator(session) || session.role === 'Clinic') return <PageSpinner />
  return (
    <SignedInFrame>
      <Suspense fallback={<FrameSkeleton />}>
        <MainLayout>
          <OwnPage session={session} />
        </MainLayout>
      </Suspense>
    </SignedInFrame>
  )
}

/** A home health patient has a Provider's rights, but is a member, who looks at their own nights. */
function OwnPage({ session }: { readonly session: Session }) {
  const { data, error, refetch } = useCall(readOwnMember, {}, { refetchInterval: 10 * 60_000 })
  if (!data) return error ? <Failed error={error} retry={() => void refetch()} /> : <PageSkeleton />
  if (data.member) return <MemberPage member={data.member} />
  if (session.role === 'Member') return <Failed error={new Error(m.app_not_member())} />
  return (
    <ClinicsPage>
      <MembersSection />
    </ClinicsPage>
  )
}
