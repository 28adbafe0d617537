import { getHost } from '../../shared/host.ts'

/** Whether this browser, on this page's host, can have passkeys of the portal (DO-5). */
export function canUsePasskeys(): boolean {
  const { passkey_host: host } = getHost()
  if (!host || !('PublicKeyCredential' in globalThis)) return false
  return location.hostname === host || location.hostname.endsWith(`.${host}`)
}
