import { leavePortal } from '../sessions/sign-out.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { setSession } from '../shared/session.ts'
import { sendTracked, track } from '../shared/track.ts'
import { router } from './router.tsx'

/** Signs out by hand and shows the login; says so when the portal was not reached (SH-17, ID-6). */
export async function signOutByHand(): Promise<void> {
  // While the session still holds: the event is counted under its role.
  track('sign_out')
  sendTracked()
  try {
    await leavePortal()
  } catch (error) {
    return sayFailed(error)
  }
  setSession(null)
  await router.navigate({ to: '/user/login', replace: true })
}
