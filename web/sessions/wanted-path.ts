/** Where a visitor wanted to go before signing in, and whether the last person left by hand (SH-3). Per tab. */

const wantedKey = 'eupnea.wantedPath'
const manualLogoutKey = 'eupnea.manualLogout'
const signedOutKey = 'eupnea.signedOut'

/** A path of this portal with its query; null for anything that would lead elsewhere or back to a login page. */
export function safePath(wanted: string | null): string | null {
  if (!wanted?.startsWith('/')) return null
  // `//host` and `/\host` name another host; control characters are dropped by browsers and could hide either.
  if (/^\/[/\\]/.test(wanted) || /\p{Cc}/u.test(wanted)) return null
  const base = 'https://portal.invalid'
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null
  // Once more after `..` is resolved: `/a/..//host` has become `//host`.
  if (!url || url.origin !== base || url.pathname.startsWith('//') || /^\/user(\/|$)/i.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

export function rememberWanted(path: string, storage: Storage = sessionStorage): void {
  const safe = storage.getItem(manualLogoutKey) === 'true' ? null : safePath(path)
  if (safe) storage.setItem(wantedKey, safe)
}

/** After sign-in: where to go on to, once. */
export function takeWanted(storage: Storage = sessionStorage): string {
  const wanted = safePath(storage.getItem(wantedKey))
  storage.removeItem(wantedKey)
  storage.removeItem(manualLogoutKey)
  return wanted ?? '/'
}

export function markManualLogout(storage: Storage = sessionStorage): void {
  storage.setItem(manualLogoutKey, 'true')
  storage.removeItem(wantedKey)
}

/** The sign-out did not happen after all. */
export const unmarkManualLogout = (storage: Storage = sessionStorage): void => storage.removeItem(manualLogoutKey)

/** The session has ended by itself, or elsewhere: who was in the middle of something is told. */
export function noteSignedOut(storage: Storage = sessionStorage): void {
  if (storage.getItem(manualLogoutKey) !== 'true') storage.setItem(signedOutKey, 'true')
}

/** Once. */
export function takeSignedOut(storage: Storage = sessionStorage): boolean {
  const isNoted = storage.getItem(signedOutKey) === 'true'
  storage.removeItem(signedOutKey)
  return isNoted
}
