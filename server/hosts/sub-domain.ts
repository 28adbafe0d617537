import { isIP } from 'node:net'

/** A valid label of a host name, and a valid slug: letters, digits and hyphens, none at the ends, up to 63. */
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Normalised for comparison: lower case, without a final dot. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/**
 * The part before the portal's own host (SH-12).
 * @returns null for the host itself, an IP address, another host, or an invalid name
 */
export function subDomainOf(host: string, baseHost: string): string | null {
  const name = plainHost(host)
  const base = plainHost(baseHost)
  if (isIP(base) !== 0 || !name.endsWith(`.${base}`)) return null
  const front = name.slice(0, -base.length - 1)
  return front.split('.').every((part) => label.test(part)) ? front : null
}
