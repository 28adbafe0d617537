import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { m } from '@eupnea/texts'
import { bareHost, isInner } from '../platform/inner-address.ts'

/**
 * Which addresses webhooks may have (AN-12): https on public addresses. Private networks and this machine only for a
 * Superadmin, and there http too. Names are checked at each look-up, so that a name can't point elsewhere later.
 */

export interface Address {
  readonly url: string
  /** a Superadmin named it */
  readonly mayBePrivate: boolean
}

/** A name led where it must not. The message is for people. */
export class AddressRefused extends Error {}

const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)

/** @returns why the address may not be called, as far as it says so itself; null: it may */
export function addressRefusal({ url: text, mayBePrivate }: Address): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) return m.webhook_url_wrong()
  const host = bareHost(url.hostname)
  const isPrivate = isLocalName(host) || (isIP(host) !== 0 && isInner(host))
  if (isPrivate && !mayBePrivate) return m.webhook_url_private()
  const isPublic = isIP(host) !== 0 && !isInner(host)
  return url.protocol === 'http:' && (isPublic || !mayBePrivate) ? m.webhook_url_insecure() : null
}

/** For node:http; fails for addresses that the name must not resolve to. */
export const lookupOf =
  ({ url, mayBePrivate }: Address): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const fail = (message: string) => done(new AddressRefused(message), '', 0)
      if (!mayBePrivate && found.some(({ address }) => isInner(address))) return fail(m.webhook_url_private())
      if (url.startsWith('http:') && found.some(({ address }) => !isInner(address)))
        return fail(m.webhook_url_insecure())
      if (options.all) return done(null, found)
      done(null, found[0]!.address, found[0]!.family)
    })

/** The same with a look-up of its name. A name that isn't known now may be later. */
export async function addressRefusalNow(address: Address): Promise<string | null> {
  const refusal = addressRefusal(address)
  if (refusal) return refusal
  const host = bareHost(new URL(address.url).hostname)
  if (isIP(host)) return null
  return new Promise((resolve) => {
    lookupOf(address)(host, { all: true }, (error) => resolve(error instanceof AddressRefused ? error.message : null))
  })
}
