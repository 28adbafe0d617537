import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type Way, WayContext } from '../sessions/way.tsx'
import { useSession } from '../shared/session.ts'
import { startInactivityWatch, useTimedOut } from './inactivity.ts'
import { LoaderBar } from './loader-bar.tsx'
import { NoteAct } from './note-act.tsx'
import { PopUps } from './pop-ups.tsx'
import { TimedOut } from './timed-out.tsx'

/** Around every page: the loader bar and pop-ups, inside the router because they contain links. */
export function RootLayout() {
  const isSignedIn = useSession() !== null
  const isTimedOut = useTimedOut()
  useEffect(() => (isSignedIn ? startInactivityWatch() : undefined), [isSignedIn])
  const { history } = useRouter()
  const way = useMemo<Way>(() => ({ go: history.push, replace: history.replace }), [history])
  if (isTimedOut) return <TimedOut />
  return (
    <WayContext value={way}>
      <LoaderBar />
      <NoteAct>
        <Outlet />
        <PopUps />
      </NoteAct>
    </WayContext>
  )
}
