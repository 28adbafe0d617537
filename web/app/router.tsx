import { createRouter } from '@tanstack/react-router'
import { takeFlags } from '../shared/settings.ts'
import { trackPage } from '../shared/track.ts'
import { FailedPage } from './failed-page.tsx'
import { pageRoutes } from './page-routes.ts'
import { PageSpinner } from './page-spinner.tsx'
import { publicRoutes } from './public-routes.ts'
import { renew } from './renew.ts'
import { rootRoute } from './root-route.ts'

/**
 * Every route of the portal. Pages are fetched when opened; nothing protected is rendered before the session is known.
 */
const routeTree = rootRoute.addChildren([...publicRoutes, pageRoutes])

export const router = createRouter({
  routeTree,
  defaultPendingComponent: PageSpinner,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ({ error }) => <FailedPage error={error} retry={() => void router.invalidate()} />,
  defaultPreload: 'intent',
  // Plain strings, exactly as in the address.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined)).toString()
    return query ? `?${query}` : ''
  },
})

/** Each route change scrolls to the top, unless the address names a place on the page, and is counted (SH-6). */
router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
  takeFlags(toLocation.searchStr)
  if (!pathChanged) return
  if (!toLocation.hash) window.scrollTo(0, 0)
  const { matches } = router.state
  const isFound = matches.every(({ status }) => status === 'success')
  trackPage(isFound ? (matches.at(-1)?.fullPath ?? '/404') : '/404')
  renew()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
