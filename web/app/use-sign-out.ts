import { useNavigate } from '@tanstack/react-router'
import { leavePortal } from '../sessions/sign-out.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { setSession } from '../shared/session.ts'
import { sendTracked, track } from '../shared/track.ts'
import { leavePushBrowser } from './push-browser.ts'

/**
 * @returns a function that signs out and shows the login page, or an error if the portal wasn't reached (SH-17, ID-6)
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // While the session is still valid, so that the event is counted under its role.
    track('sign_out')
    sendTracked()
    try {
      await leavePortal()
    } catch (error) {
      return sayFailed(error)
    }
    await leavePushBrowser()
    setSession(null)
    await navigate({ to: '/user/login', replace: true })
  }
}
