import { createRoute, redirect } from '@tanstack/react-router'
import { openInvitation } from '../sessions/invitation.ts'
import { isAdministrator } from '../shared/session.ts'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root-route.ts'
import { session } from './settle-in.ts'

/** Pages that don't need a session. */

/** Public: visitors sign in here; people who are signed in are sent on (SH-8, SH-9, SH-10). */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    const who = await session()
    if (!who) return
    if (isAdministrator(who)) throw redirect({ to: '/dashboard', replace: true })
    if (who.role === 'Clinic') throw redirect({ to: '/clinic/profile', replace: true })
  },
  component: lazyPage(() => import('./home-page.tsx'), 'HomePage'),
})

/**
 * For visitors only: people who are signed in are redirected, unless they open an invitation to another account (SH-4,
 * SH-11).
 */
const visitorRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitor',
  beforeLoad: async () => {
    if ((await session()) && !openInvitation()) throw redirect({ to: '/', replace: true })
  },
})
const loginRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/user/login',
  component: lazyPage(() => import('../sessions/login-page.tsx'), 'LoginPage'),
})
const forgotRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/user/forgot',
  component: lazyPage(() => import('../sessions/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

/** Where the house's directory sends people back to; whoever is signed in is, from then on, who they came as (SI-1). */
const directoryReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/directory',
  component: lazyPage(() => import('../sessions/directory-return-page.tsx'), 'DirectoryReturnPage'),
})

const policyPage = lazyPage(() => import('./policy/policy-page.tsx'), 'PolicyPage')
const visitorPolicyRoute = createRoute({ getParentRoute: () => visitorRoute, path: '/user/pp', component: policyPage })

/** Public, signed in or not. Addresses match in any case, so /PrivacyPolicy does too (SH-11). */
const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  beforeLoad: async () => void (await session()),
})
const policyRoute = createRoute({ getParentRoute: () => publicRoute, path: '/pp', component: policyPage })
const longPolicyRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/PrivacyPolicy',
  component: policyPage,
})
/** `/Admin/Reports` too; for anyone with a link, signed in or not (SH-11). */
const openReportRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/admin/reports',
  component: lazyPage(() => import('../reports/open-report-page.tsx'), 'OpenReportPage'),
})
const clinicNotFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clinic/NotFound',
  component: lazyPage(() => import('./clinic-not-found-page.tsx'), 'ClinicNotFoundPage'),
})

/** A television's own page: signed in or not makes no difference to it (DI-1). */
const displayRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/display',
  component: lazyPage(() => import('./display-page.tsx'), 'DisplayPage'),
})

export const publicRoutes = [
  displayRoute,
  directoryReturnRoute,
  homeRoute,
  clinicNotFoundRoute,
  visitorRoute.addChildren([loginRoute, forgotRoute, visitorPolicyRoute]),
  publicRoute.addChildren([policyRoute, longPolicyRoute, openReportRoute]),
] as const
