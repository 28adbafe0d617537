/** The page a visitor wanted before signing in, and whether the last person signed out by hand (SH-3). Per tab. */

const wantedKey = 'eupnea.wantedPath'
const wantedByKey = 'eupnea.wantedBy'
const manualLogoutKey = 'eupnea.manualLogout'
const signedOutKey = 'eupnea.signedOut'

/** A path of this portal with its query; null for anything that would lead elsewhere or back to a login page. */
export function safePath(wanted: string | null): string | null {
  if (!wanted?.startsWith('/')) return null
  // `//host` and `/\host` name another host; browsers drop control characters, which could hide either.
  if (/^\/[/\\]/.test(wanted) || /\p{Cc}/u.test(wanted)) return null
  const base = 'https://portal.invalid'
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null
  // Checked again after `..` is resolved: `/a/..//host` has become `//host`.
  if (!url || url.origin !== base || url.pathname.startsWith('//') || /^\/user(\/|$)/i.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** whose session has ended on the page that is open; null: nobody's */
let leftBy: string | null = null

export function rememberWanted(path: string, storage: Storage = sessionStorage): void {
  const safe = storage.getItem(manualLogoutKey) === 'true' ? null : safePath(path)
  if (!safe) return
  storage.setItem(wantedKey, safe)
  if (leftBy) storage.setItem(wantedByKey, leftBy)
  else storage.removeItem(wantedByKey)
}

/** Where this person goes after sign-in, once; never to the page where somebody else was. */
export function takeWanted(userId: string, storage: Storage = sessionStorage): string {
  const wanted = safePath(storage.getItem(wantedKey))
  const by = storage.getItem(wantedByKey)
  leftBy = null
  for (const key of [wantedKey, wantedByKey, manualLogoutKey]) storage.removeItem(key)
  return wanted && (by === null || by === userId) ? wanted : '/'
}

export function markManualLogout(storage: Storage = sessionStorage): void {
  storage.setItem(manualLogoutKey, 'true')
  storage.removeItem(wantedKey)
}

/** The sign-out failed after all. */
export const unmarkManualLogout = (storage: Storage = sessionStorage): void => storage.removeItem(manualLogoutKey)

/** Why a session ended: by itself or elsewhere, or because the person's access changed. */
export type SessionEnd = 'session' | 'access'

/** People in the middle of something learn why they were signed out. */
export function noteSignedOut(why: SessionEnd, userId: string, storage: Storage = sessionStorage): void {
  leftBy = userId
  if (storage.getItem(manualLogoutKey) !== 'true') storage.setItem(signedOutKey, why)
}

/** Only once; null: they weren't, or left by hand. */
export function takeSignedOut(storage: Storage = sessionStorage): SessionEnd | null {
  const why = storage.getItem(signedOutKey)
  storage.removeItem(signedOutKey)
  return why === 'access' || why === 'session' ? why : null
}
