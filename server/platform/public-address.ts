import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { bareHost, isInner } from './inner-address.ts'

/** Addresses that the portal calls because a browser named them: anybody can say that they are a browser. */

/** Whether it is https on a host that isn't of a private network, as far as the address says so itself. */
export function isPublicAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  const host = bareHost(url.hostname)
  return isIP(host) === 0 ? !/(^|\.)localhost\.?$/.test(host) && host.includes('.') : !isInner(host)
}

/** For node:https; fails for names that lead into a private network. */
export const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    if (found.some(({ address }) => isInner(address)))
      return done(Object.assign(new Error(`${hostname} is in a private network`), { code: 'EPRIVATE' }), '', 0)
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })
