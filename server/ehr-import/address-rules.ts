import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { m } from '@eupnea/texts'
import { EhrError } from './ehr-error.ts'

/**
 * Which addresses the portal may call for a person who configures an EHR, who may make mistakes or be an attacker:
 * https on public addresses; this machine by its own name, for an interface engine next to the portal; and any host
 * that the operator lists in EHR_HOSTS (docs/decisions/0016-ehr-import.md). Addresses are checked after the name lookup
 * of each connection, so that a name can't point elsewhere later.
 */
export interface AddressRules {
  /** @returns why the address may not be called; null when it may */
  refusal(url: string): string | null
  /** for node:http; fails for addresses that a name must not resolve to */
  readonly lookup: LookupFunction
}

const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  // IPv4 within IPv6: compatible (with :: and ::1), translated, Teredo, 6to4
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

/** BlockList itself treats IPv4-mapped IPv6 addresses as IPv4. */
const isInner = (address: string): boolean => inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').toLowerCase()
const isThisMachine = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** @param allowed hosts that the operator trusts, from EHR_HOSTS */
export function createAddressRules(allowed: readonly string[]): AddressRules {
  const trusted = new Set(allowed.map((host) => host.toLowerCase()))
  const isFree = (host: string) => trusted.has(host) || isThisMachine(host)
  return {
    refusal(text) {
      const url = URL.canParse(text) ? new URL(text) : null
      if (!url || !/^https?:$/.test(url.protocol)) return m.ehr_import_url_wrong()
      const host = bare(url.hostname)
      if (isFree(host)) return null
      if (url.protocol !== 'https:') return m.ehr_import_url_insecure()
      if (isIP(host) && isInner(host)) return m.ehr_import_url_private()
      return null
    },
    lookup(hostname, options, done) {
      if (isFree(bare(hostname))) return lookup(hostname, options, done as never)
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error) return done(error, '', 0)
        if (found.length === 0 || found.some(({ address }) => isInner(address)))
          return done(new EhrError(m.ehr_import_host_private()), '', 0)
        if (options.all) return done(null, found)
        done(null, found[0]!.address, found[0]!.family)
      })
    },
  }
}
