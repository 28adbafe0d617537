import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '../shared/session.ts'
import { PageSpinner } from './page-spinner.tsx'

const UserAgreement = lazy(async () => ({ default: (await import('./user-agreement.tsx')).UserAgreement }))

/** Nothing of a resident is shown before the user agreement is accepted, which is asked once (ID-10). */
export function SignedInFrame({ children }: { readonly children?: ReactNode }) {
  const session = useSession()
  if (!session) return <PageSpinner />
  if (!session.is_agreement_due) return <>{children ?? <Outlet />}</>
  return (
    <Suspense fallback={<PageSpinner />}>
      <UserAgreement session={session} />
    </Suspense>
  )
}
