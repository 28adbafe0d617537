import { useNotifications } from '@mantine/notifications'
import { type ComponentType, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { keepInvitation } from '../sessions/invitation.ts'
import { LoginPage } from '../sessions/login-page.tsx'
import { type Way, WayContext } from '../sessions/way.tsx'
import { isUnknownHost, loadHost } from '../shared/host.ts'
import { fetchPart, lazyPart } from '../shared/parts.ts'
import { FrameSkeleton } from '../shared/skeletons.tsx'
import { trackPage } from '../shared/track.ts'
import { FailedPage } from './failed-page.tsx'
import { isDoor } from './fetch-ahead.ts'
import { session } from './settle-in.ts'

const fetchPortal = () => fetchPart(() => import('./portal.tsx'))
const PopUps = lazyPart(async () => (await import('./pop-ups.tsx')).PopUps)

type View =
  | { readonly kind: 'waiting' | 'door' }
  | { readonly kind: 'portal'; readonly Portal: ComponentType }
  | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Shows visitors the sign-in without fetching the portal behind it, which is more than half of the script. The portal is
 * fetched as soon as somebody types. People who are signed in, and all other pages, get the portal right away.
 */
export function Entrance() {
  const [view, setView] = useState<View>({ kind: 'waiting' })

  const openPortal = useCallback(async () => {
    setView({ kind: 'waiting' })
    const { Portal } = await fetchPortal()
    setView({ kind: 'portal', Portal })
  }, [])
  const enter = useCallback(async () => {
    if (!isDoor(location.pathname)) return openPortal()
    const [who, host] = await Promise.all([session(), loadHost()])
    if (who || isUnknownHost(host)) return openPortal()
    // Keep the secret out of the address bar, where it would be shared and stored.
    if (keepInvitation(location.hash)) history.replaceState(null, '', '/user/login')
    trackPage(location.pathname.toLowerCase())
    setView({ kind: 'door' })
  }, [openPortal])
  const attempt = useCallback((what: () => Promise<void>) => {
    what().catch((error) => setView({ kind: 'failed', error }))
  }, [])
  useEffect(() => attempt(enter), [attempt, enter])

  if (view.kind === 'portal') return <view.Portal />
  if (view.kind === 'failed') return <FailedPage error={view.error} retry={() => attempt(enter)} />
  if (view.kind === 'waiting') return <FrameSkeleton />
  return <Door onLeave={() => attempt(openPortal)} />
}

/** The sign-in without the portal. */
function Door({ onLeave }: { readonly onLeave: () => void }) {
  const { notifications } = useNotifications()
  const way = useMemo<Way>(
    () => ({
      go(path) {
        history.pushState(null, '', path)
        onLeave()
      },
      replace(path) {
        history.replaceState(null, '', path)
        onLeave()
      },
    }),
    [onLeave],
  )
  useEffect(() => {
    // A failure doesn't matter here: signing in tries again.
    const prepare = () => void fetchPortal().catch(() => {})
    // An invitation link opened in this tab changes only the fragment.
    const takeInvitation = () => keepInvitation(location.hash) && history.replaceState(null, '', '/user/login')
    addEventListener('input', prepare, { once: true })
    addEventListener('hashchange', takeInvitation)
    return () => {
      removeEventListener('input', prepare)
      removeEventListener('hashchange', takeInvitation)
    }
  }, [])
  return (
    <WayContext value={way}>
      <LoginPage />
      {notifications.length > 0 && (
        <Suspense>
          <PopUps />
        </Suspense>
      )}
    </WayContext>
  )
}
