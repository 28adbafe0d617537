import { isIP } from 'node:net'

/** Who passkeys are for: the portal's own host, with the hosts of its facilities below it. */

/** @returns null: browsers know no passkeys of bare addresses */
export function passkeyHost(baseUrl: string): string | null {
  const { hostname } = new URL(baseUrl)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) ? null : hostname
}

/** The page a browser names, if it is the portal's; otherwise the portal's own, which it then differs from. */
export function originOf(baseUrl: string, clientDataJSON: string): string {
  const base = new URL(baseUrl)
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { origin: string }
    const page = new URL(origin)
    const isBelow = page.hostname.endsWith(`.${base.hostname}`)
    return isBelow && page.protocol === base.protocol && page.port === base.port ? page.origin : base.origin
  } catch {
    return base.origin
  }
}
