import { readDirectoryExit } from '@eupnea/contract/directory.ts'
import { useNavigate } from '@tanstack/react-router'
import { leavePortal } from '../sessions/sign-out.ts'
import { send } from '../shared/api.ts'
import { dropDrafts } from '../shared/drafts.ts'
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
    // While the session can still be asked; a failure must not keep anybody signed in.
    const exit = await send(readDirectoryExit, {}).catch(() => ({ url: null }))
    try {
      await leavePortal()
    } catch (error) {
      return sayFailed(error)
    }
    await leavePushBrowser()
    setSession(null)
    // The directory's own session ends too, or the next person at this screen would come in as this one (SI-1).
    if (exit.url) return location.assign(exit.url)
    await navigate({ to: '/user/login', replace: true })
    // After the page: its forms keep what was typed when the session ends.
    dropDrafts()
  }
}
