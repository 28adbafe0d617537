import { Notifications } from '@mantine/notifications'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keepFocus } from '../shared/keep-focus.ts'
import { useSession } from '../shared/session.ts'
import { startInactivityWatch, useTimedOut } from './inactivity.ts'
import { LoaderBar } from './loader-bar.tsx'
import { TimedOut } from './timed-out.tsx'

/** Around every page: the loader bar, and pop-ups, inside the router because they hold links. */
export function RootLayout() {
  const isSignedIn = useSession() !== null
  const isTimedOut = useTimedOut()
  useEffect(() => (isSignedIn ? startInactivityWatch() : undefined), [isSignedIn])
  useEffect(keepFocus, [])
  if (isTimedOut) return <TimedOut />
  return (
    <>
      <LoaderBar />
      <Outlet />
      <Notifications position="bottom-right" limit={5} zIndex={400} />
    </>
  )
}
