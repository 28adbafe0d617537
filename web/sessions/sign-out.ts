import { signOut } from '@eupnea/contract/sessions.ts'
import { ApiError, send } from '../shared/api.ts'
import { chooseClinic } from '../shared/clinic.ts'
import { markManualLogout, unmarkManualLogout } from './wanted-path.ts'

/**
 * Ends the session by hand: the next sign-in starts at the start page, and the chosen clinic is forgotten (SH-17,
 * ID-6). The session counts as ended once the portal says that there is none.
 * @throws ApiError if the portal wasn't reached: the session is then still open, and the screen must say so
 */
export async function leavePortal(): Promise<void> {
  // Before the call: ending the session closes live connections, which send the page to the login immediately.
  markManualLogout()
  try {
    await send(signOut, {})
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      unmarkManualLogout()
      throw error
    }
  }
  chooseClinic(null)
}
