import { useEffect } from 'react'

/** Push in this browser follows who is signed in. Its part of the app is fetched only where pushes were allowed. */

const isAllowed = (): boolean => 'Notification' in window && Notification.permission === 'granted'

const fetchPush = () => import('../push-subscriptions/push-browser.ts')

/** Whoever signs in keeps their pushes here; those of the person before end. */
export function usePushBrowser(userId: string | undefined): void {
  useEffect(() => {
    // A failure doesn't matter: the next page asks again.
    if (userId && isAllowed())
      fetchPush()
        .then(({ keepPush }) => keepPush(), ignore)
        .catch(ignore)
  }, [userId])
}

/** After a sign-out, with which the portal has ended its part. */
export async function leavePushBrowser(): Promise<void> {
  if (isAllowed())
    await fetchPush()
      .then(({ leavePush }) => leavePush(), ignore)
      .catch(ignore)
}

const ignore = () => {}
