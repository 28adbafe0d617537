import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../shared/parts.ts'
import { useSession } from '../shared/session.ts'
import { AskProof } from './ask-proof.tsx'
import { PageSpinner } from './page-spinner.tsx'

const UserAgreement = lazyPart(async () => (await import('./user-agreement.tsx')).UserAgreement)

/** Nothing about residents is shown until the user agreement is accepted, once (ID-10). */
export function SignedInFrame({ children }: { readonly children?: ReactNode }) {
  const session = useSession()
  if (!session) return <PageSpinner />
  if (!session.is_agreement_due)
    return (
      <>
        {children ?? <Outlet />}
        <AskProof />
      </>
    )
  return (
    <Suspense fallback={<PageSpinner />}>
      <UserAgreement session={session} />
    </Suspense>
  )
}
