import { createRootRoute, type ParsedLocation, redirect } from '@tanstack/react-router'
import { keepInvitation } from '../sessions/invitation.ts'
import { loadHost } from '../shared/host.ts'
import { queryClient } from '../shared/query.ts'
import { sessionQuery } from '../shared/session.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { RootLayout } from './root-layout.tsx'
import { settleIn } from './settle-in.ts'

/** What holds of every address: whose it is, and whether there is such a host. */

/** Who is signed in, from the cache after the first time. */
export async function session() {
  const [who, host] = await Promise.all([queryClient.ensureQueryData(sessionQuery), loadHost()])
  settleIn(who, host)
  return who
}

/** Of the sub-domain of no clinic, only this much is there (SH-12). */
const openOnUnknownHosts = /^\/(clinic\/notfound|pp|privacypolicy|user\/pp)\/?$/i

async function openHost({ location, preload }: { location: ParsedLocation; preload: boolean }) {
  const isInvitation = !preload && keepInvitation(location.hash)
  const { sub_domain } = await loadHost()
  if (sub_domain && sub_domain.clinic_id === null && !openOnUnknownHosts.test(location.pathname))
    throw redirect({ to: '/clinic/NotFound', replace: true })
  // Out of the address bar, where it would be shared and kept: it opens the account.
  if (isInvitation) throw redirect({ to: '/user/login', replace: true })
}

export const rootRoute = createRootRoute({
  beforeLoad: openHost,
  component: RootLayout,
  notFoundComponent: NotFoundPage,
})
