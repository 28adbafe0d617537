import http from 'node:http'
import https from 'node:https'
import type { Jwks } from '@eupnea/contract/service-accounts.ts'
import type { JWK } from 'jose'
import type { Address, Outgoing } from '../platform/outgoing.ts'
import { algorithmOf, usableKeys } from './keys.ts'
import type { AccountRow } from './service-accounts.sql.ts'

/** How long fetched keys are used, and how long before an unknown key has them fetched again, ms. */
const keptMs = 5 * 60_000
const leastMs = 10_000
const patienceMs = 5_000
const mostBytes = 256 * 1024
/** Accounts whose keys are remembered. */
const mostKept = 1_000

/** Redirects are not followed. @throws Error */
function fetchJson(outgoing: Outgoing, address: Address): Promise<unknown> {
  const refusal = outgoing.refusal(address)
  if (refusal) throw new Error(refusal)
  const url = new URL(address.url)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(
      url,
      {
        agent: false,
        lookup: outgoing.lookup(address),
        signal: AbortSignal.timeout(patienceMs),
        headers: { accept: 'application/jwk-set+json, application/json', 'user-agent': 'Eupnea' },
      },
      (response) => {
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          parts.push(part)
          bytes += part.length
          if (bytes > mostBytes) response.destroy(new Error('too long'))
        })
        response.on('error', reject)
        response.on('end', () => {
          try {
            if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
            resolve(JSON.parse(Buffer.concat(parts).toString()))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    // It wants another protocol; without this the request would never end.
    request.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      reject(new Error(`status ${statusCode}`))
    })
    request.on('error', reject)
  })
}

/** The keys of accounts, those of an address fetched at most every few minutes, or sooner for a key that is unknown. */
export function createKeys(outgoing: Outgoing) {
  const fetched = new Map<string, { readonly keys: readonly JWK[]; readonly at: number }>()
  const keysAt = async (id: string, url: string, mayBePrivate: boolean, kid: string): Promise<readonly JWK[]> => {
    const before = fetched.get(id)
    const age = before ? Date.now() - before.at : Number.POSITIVE_INFINITY
    if (before && age < (before.keys.some((key) => key.kid === kid) ? keptMs : leastMs)) return before.keys
    const found = (await fetchJson(outgoing, { url, mayBePrivate })) as Partial<Jwks> | null
    const keys = await usableKeys(Array.isArray(found?.keys) ? found.keys : [])
    if (fetched.size >= mostKept) fetched.clear()
    fetched.set(id, { keys, at: Date.now() })
    return keys
  }
  /** The account's key for a signature; undefined: it has no such key. @throws Error when its keys can't be fetched */
  return async (account: AccountRow, kid: string, alg: string): Promise<JWK | undefined> => {
    const { id, jwks, jwks_url, may_be_private } = account
    const keys = jwks_url
      ? await keysAt(id, jwks_url, may_be_private, kid)
      : (jwks as unknown as { keys: readonly JWK[] }).keys
    return keys.find((key) => key.kid === kid && algorithmOf(key) === alg)
  }
}
