import { isIP } from 'node:net'
import { m } from '@eupnea/texts'
import { type Address, createOutgoing, type Refusal } from '../platform/outgoing.ts'
import type { NurseCallRow } from './nurse-calls.sql.ts'

/** Where a nurse call system listens. */
export interface Target extends Address {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  /** PEM; empty: what this machine trusts */
  readonly ca: string
}

/** Whether who runs the portal lets it reach this host in a private network (HL7_HOSTS). */
export type HostRule = (host: string) => boolean

export function hostRule(allowed: readonly string[]): HostRule {
  const known = new Set(allowed.map((host) => host.toLowerCase()))
  return (host) => known.has(host.toLowerCase())
}

type Reached = Pick<NurseCallRow, 'host' | 'port' | 'tls' | 'ca' | 'may_be_private'>

export function targetOf({ host, port, tls, ca, may_be_private }: Reached, mayReach: HostRule): Target {
  const url = `mllp${tls ? 's' : ''}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  return { url, host, port, tls, ca, mayBePrivate: may_be_private || mayReach(host) }
}

/** What people read of its address. */
export const addressOf = ({ host, port }: Pick<NurseCallRow, 'host' | 'port'>): string => `${host}:${port}`

/** HL7_HOSTS decide who may name a private address; the rest is the same for all. */
export const outgoing = createOutgoing()

/** Why an address may not be a nurse call system's, for people. */
export const refusals: Readonly<Record<Refusal, () => string>> = {
  wrong: m.webhook_url_wrong,
  insecure: m.nurse_call_insecure,
  private: m.webhook_url_private,
}
