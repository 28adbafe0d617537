import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { m } from '@eupnea/texts'
import { bareHost, isInner } from '../platform/inner-address.ts'

/**
 * Which addresses other systems may have that hear of notifications (AN-12, EH-5): with TLS on public addresses. Private
 * networks and this machine only for a Superadmin or who runs the portal, and there without TLS too. Names are checked at
 * each look-up, so that a name can't point elsewhere later.
 */

export interface Address {
  /** of a nurse call system `mllp://host:port`, with TLS `mllps://host:port` */
  readonly url: string
  /** a Superadmin named it, or who runs the portal */
  readonly mayBePrivate: boolean
}

/** A name led where it must not. The message is for people. */
export class AddressRefused extends Error {}

const isPlain = (protocol: string): boolean => protocol === 'http:' || protocol === 'mllp:'
/** what to say of an address without TLS */
const insecure = (url: string): string => (url.startsWith('mllp') ? m.nurse_call_insecure() : m.webhook_url_insecure())

const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)

/** @returns why the address may not be called, as far as it says so itself; null: it may */
export function addressRefusal({ url: text, mayBePrivate }: Address): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^(https?|mllps?):$/.test(url.protocol) || url.username || url.password || url.hash)
    return m.webhook_url_wrong()
  const host = bareHost(url.hostname)
  const isPrivate = isLocalName(host) || (isIP(host) !== 0 && isInner(host))
  if (isPrivate && !mayBePrivate) return m.webhook_url_private()
  const isPublic = isIP(host) !== 0 && !isInner(host)
  return isPlain(url.protocol) && (isPublic || !mayBePrivate) ? insecure(text) : null
}

/** For node:http and node:net; fails for addresses that the name must not resolve to. */
export const lookupOf =
  ({ url, mayBePrivate }: Address): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const fail = (message: string) => done(new AddressRefused(message), '', 0)
      if (!mayBePrivate && found.some(({ address }) => isInner(address))) return fail(m.webhook_url_private())
      if (isPlain(new URL(url).protocol) && found.some(({ address }) => !isInner(address))) return fail(insecure(url))
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
