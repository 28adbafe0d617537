import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Which addresses the portal calls because a person or a program named them, such as an EHR, a webhook or a push
 * service (DO-7). Whoever names one may make mistakes or be an attacker, so it must be https on a public address. A
 * Superadmin may also name private networks and this machine, and there http, but no link-local or reserved address; the
 * operator's EHR_HOSTS are free for everyone. Names are judged at each look-up, and the connection goes to the address
 * that was judged, so that a name can't point elsewhere later. Callers don't follow redirects.
 */

export interface Address {
  /** http or https; of a nurse call system `mllp://host:port`, with TLS `mllps://host:port` */
  readonly url: string
  /** a Superadmin named it */
  readonly mayBePrivate: boolean
}

/** wrong: not an http or MLLP address, or it carries a user name; insecure: needs TLS; private: leads to a private network */
export type Refusal = 'wrong' | 'insecure' | 'private'

/** A name led where it must not. `code` lets it be told from errors of the network. */
export class AddressRefused extends Error {
  readonly code = 'EPRIVATE'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

export interface Outgoing {
  /** @returns why the address may not be called, as far as it says so itself; null: it may */
  refusal(address: Address): Refusal | null
  /** for node:http and node:net; fails with AddressRefused for addresses that the name must not resolve to */
  lookup(address: Address): LookupFunction
  /** `refusal` with a look-up of its name. A name that isn't known now may be later. */
  refusalNow(address: Address): Promise<Refusal | null>
}

/** @param freeHosts hosts that the operator trusts, from EHR_HOSTS */
export function createOutgoing(freeHosts: readonly string[] = [], resolve?: typeof lookup): Outgoing {
  const free = new Set(freeHosts.map(hostOf))
  const refusal: Outgoing['refusal'] = ({ url: text, mayBePrivate }) => {
    const url = URL.parse(text)
    if (!url || !/^(https?|mllps?):$/.test(url.protocol) || url.username || url.password || url.hash) return 'wrong'
    const host = hostOf(url.hostname)
    if (free.has(host)) return null
    const place = isIP(host) ? placeOf(host) : isLocalName(host) ? 'house' : null
    if (place === 'nobody' || (place === 'house' && !mayBePrivate)) return 'private'
    return isPlain(text) && (!mayBePrivate || place === 'public') ? 'insecure' : null
  }
  const outgoing: Outgoing = {
    refusal,
    lookup:
      ({ url, mayBePrivate }) =>
      (hostname, options, done) =>
        // Not taken before: the portal replaces it once everything is loaded (share-lookups.ts).
        (resolve ?? lookup)(hostname, { ...options, all: true }, (error, found) => {
          if (error) return done(error, '', 0)
          if (!free.has(hostOf(hostname))) {
            const places = found.map(({ address }) => placeOf(address))
            if (places.includes('nobody') || (!mayBePrivate && places.includes('house')))
              return done(new AddressRefused('private'), '', 0)
            if (isPlain(url) && places.includes('public')) return done(new AddressRefused('insecure'), '', 0)
          }
          if (options.all) return done(null, found)
          done(null, found[0]!.address, found[0]!.family)
        }),
    async refusalNow(address) {
      const refused = refusal(address)
      if (refused) return refused
      const host = hostOf(new URL(address.url).hostname)
      if (isIP(host)) return null
      return new Promise((settle) => {
        outgoing.lookup(address)(host, { all: true }, (error) =>
          settle(error instanceof AddressRefused ? error.refusal : null),
        )
      })
    },
  }
  return outgoing
}

/** The host of an address, an IPv6 address without its brackets. A trailing dot means the same host. */
const hostOf = (host: string): string =>
  host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

/** without TLS */
const isPlain = (url: string): boolean => /^(http|mllp):/i.test(url)

const isLocalName = (host: string): boolean => /(^|\.)localhost$/.test(host)

type Nets = readonly (readonly [net: string, bits: number])[]

function listOf(ipv4: Nets, ipv6: Nets): BlockList {
  const list = new BlockList()
  for (const [net, bits] of ipv4) list.addSubnet(net, bits, 'ipv4')
  for (const [net, bits] of ipv6) list.addSubnet(net, bits, 'ipv6')
  return list
}

/** Where another system of the house may be: this machine, and private networks. */
const ofTheHouse = listOf(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [
    ['::1', 128],
    ['fc00::', 7],
  ],
)
/** Where nobody's system is: link-local addresses with a cloud's credentials, multicast, reserved ones, tunnels. */
const ofNobody = listOf(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    // IPv4 within IPv6: compatible, translated, NAT64, Teredo, 6to4
    ['::', 96],
    ['::ffff:0:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2001::', 32],
    ['2002::', 16],
    ['100::', 64],
    ['5f00::', 16],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
)

/** BlockList itself reads IPv4-mapped addresses as IPv4. */
function placeOf(address: string): 'house' | 'nobody' | 'public' {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (ofTheHouse.check(address, family)) return 'house'
  return ofNobody.check(address, family) ? 'nobody' : 'public'
}
