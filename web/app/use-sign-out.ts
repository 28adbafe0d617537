import { useNavigate } from '@tanstack/react-router'
import { leavePortal } from '../sessions/sign-out.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { setSession } from '../shared/session.ts'
import { sendTracked, track } from '../shared/track.ts'

/** @returns what signs out by hand and shows the login; it says so when the portal was not reached (SH-17, ID-6) */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // While the session still holds: the event is counted under its role.
    track('sign_out')
    sendTracked()
    try {
      await leavePortal()
    } catch (error) {
      return sayFailed(error)
    }
    setSession(null)
    await navigate({ to: '/user/login', replace: true })
  }
}
