import { noteSignedOut } from '../sessions/wanted-path.ts'
import { onSessionOver } from '../shared/api.ts'
import { closePopUps } from '../shared/close-pop-ups.ts'
import { liveStore, startInvalidation, takeAccessChange } from '../shared/live/index.ts'
import { queryClient } from '../shared/query.ts'
import { onPersonChange, sessionQuery, setSession } from '../shared/session.ts'
import { router } from './router.tsx'

/** Leaves protected pages as soon as the portal rejects the session. @returns a function that stops it */
export function startSessionWatch(): () => void {
  const stopInvalidation = startInvalidation()
  const stopForgetting = onPersonChange(() => {
    liveStore.clear()
    closePopUps()
  })
  const stop = onSessionOver(() => {
    const who = queryClient.getQueryData(sessionQuery.queryKey)
    if (!who) return
    setSession(null)
    noteSignedOut(takeAccessChange() ? 'access' : 'session', who.id)
    void router.invalidate()
  })
  return () => {
    stop()
    stopForgetting()
    stopInvalidation()
  }
}
