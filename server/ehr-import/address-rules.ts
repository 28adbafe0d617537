import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { m } from '@eupnea/texts'
import { bareHost, isInner } from '../platform/inner-address.ts'
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

const isThisMachine = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** @param allowed hosts that the operator trusts, from EHR_HOSTS */
export function createAddressRules(allowed: readonly string[]): AddressRules {
  const trusted = new Set(allowed.map((host) => host.toLowerCase()))
  const isFree = (host: string) => trusted.has(host) || isThisMachine(host)
  return {
    refusal(text) {
      const url = URL.canParse(text) ? new URL(text) : null
      if (!url || !/^https?:$/.test(url.protocol)) return m.ehr_import_url_wrong()
      const host = bareHost(url.hostname)
      if (isFree(host)) return null
      if (url.protocol !== 'https:') return m.ehr_import_url_insecure()
      if (isIP(host) && isInner(host)) return m.ehr_import_url_private()
      return null
    },
    lookup(hostname, options, done) {
      if (isFree(bareHost(hostname))) return lookup(hostname, options, done as never)
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
