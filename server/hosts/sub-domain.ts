import { isIP } from 'node:net'

/** Letters, digits and hyphens, none at the ends, up to 63: what can be a part of a host name, and a slug. */
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** As it is compared: small letters, without the dot that may end a name. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/**
 * What stands in front of the portal's own host (SH-12). @returns null for the host itself, an address, another host
 * altogether, and what is no host name
 */
export function subDomainOf(host: string, baseHost: string): string | null {
  const name = plainHost(host)
  const base = plainHost(baseHost)
  if (isIP(base) !== 0 || !name.endsWith(`.${base}`)) return null
  const front = name.slice(0, -base.length - 1)
  return front.split('.').every((part) => label.test(part)) ? front : null
}
