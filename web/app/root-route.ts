import { createRootRoute, type ParsedLocation, redirect } from '@tanstack/react-router'
import { keepInvitation } from '../sessions/invitation.ts'
import { isUnknownHost, loadHost } from '../shared/host.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { RootLayout } from './root-layout.tsx'

/** Applies to every address: whose session it is, and whether the host exists. */

/** On the sub-domain of an unknown clinic, this is the only page (SH-12). */
const openOnUnknownHosts = /^\/(clinic\/notfound|pp|privacypolicy|user\/pp)\/?$/i

async function openHost({ location, preload }: { location: ParsedLocation; preload: boolean }) {
  const isInvitation = !preload && keepInvitation(location.hash)
  if (isUnknownHost(await loadHost()) && !openOnUnknownHosts.test(location.pathname))
    throw redirect({ to: '/clinic/NotFound', replace: true })
  // Removed from the address bar, where it would be shared and stored: it opens the account.
  if (isInvitation) throw redirect({ to: '/user/login', replace: true })
}

export const rootRoute = createRootRoute({
  beforeLoad: openHost,
  component: RootLayout,
  notFoundComponent: NotFoundPage,
})
