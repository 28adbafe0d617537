import { randomUUID } from 'node:crypto'
import { m } from '@eupnea/texts'
import { importJWK, type JWK, SignJWT } from 'jose'
import { bodyOf, type Token, tokenOf } from './ehr-client.ts'
import { EhrError } from './ehr-error.ts'
import type { EhrHttp } from './ehr-http.ts'

export interface SmartSettings {
  readonly base_url: string
  readonly client_id: string
  readonly algorithm: 'ES384' | 'RS384'
  readonly key_id: string
  /** private key as JWK */
  readonly private_key: string
  /** where the EHR finds the public key */
  readonly jwks_url: string
  /** what to ask for; '': what the server announces */
  readonly scopes: string
}

const resources = ['Patient', 'Location', 'Encounter'] as const

/**
 * What to ask a server for, by its `scopes_supported` (EH-4): reading the three types, in the scopes of SMART 2 (`.rs`)
 * or 1 (`.read`). One that announces nothing is asked in those of SMART 2.
 */
export function scopesFor(announced: unknown, capabilities: unknown): string {
  const scopes = (Array.isArray(announced) ? announced : []).filter((one) => typeof one === 'string')
  const suffixesOf = (resource: string) =>
    scopes.flatMap((one) => new RegExp(`^system/(?:${resource}|\\*)\\.([a-z]+|\\*)$`).exec(one)?.[1] ?? [])
  const isVersion2 = (suffix: string) => /^c?ru?d?s$/.test(suffix)
  const isVersion1 = (suffix: string) => suffix === 'read' || suffix === '*'
  const all = (suffix: string) => resources.map((resource) => `system/${resource}.${suffix}`).join(' ')
  for (const [isOf, suffix] of [
    [isVersion2, 'rs'],
    [isVersion1, 'read'],
  ] as const) {
    // One that the server doesn't announce would have the whole sign-in refused.
    const known = resources.filter((resource) => suffixesOf(resource).some(isOf))
    if (known.includes('Patient')) return known.map((resource) => `system/${resource}.${suffix}`).join(' ')
  }
  const can = (one: string) => Array.isArray(capabilities) && capabilities.includes(one)
  return all(can('permission-v1') && !can('permission-v2') ? 'read' : 'rs')
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * Signs in with SMART backend services: the server names the token address, the portal signs its identity.
 * @throws EhrError
 */
export async function fetchSmartToken(
  settings: SmartSettings,
  http: Pick<EhrHttp, 'request'>,
  signal: AbortSignal,
): Promise<Token> {
  const { base_url, client_id, algorithm, key_id, private_key, jwks_url, scopes } = settings
  const wellKnown = `${base_url.replace(/\/+$/, '')}/.well-known/smart-configuration`
  const {
    token_endpoint,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    scopes_supported,
    capabilities,
  } = bodyOf(await http.request({ url: wellKnown, signal }))
  if (typeof token_endpoint !== 'string') throw new EhrError(m.ehr_import_error_endpoint())
  if (Array.isArray(algorithms) && !algorithms.includes(algorithm))
    throw new EhrError(m.ehr_import_error_algorithm({ algorithm }))
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: algorithm, kid: key_id, typ: 'JWT', jku: jwks_url })
    .setIssuer(client_id)
    .setSubject(client_id)
    .setAudience(token_endpoint)
    .setIssuedAt()
    .setExpirationTime('4m')
    .setJti(randomUUID())
    .sign(await importJWK(JSON.parse(private_key) as JWK, algorithm))
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: scopes || scopesFor(scopes_supported, capabilities),
    client_assertion_type: assertionType,
    client_assertion: assertion,
  })
  return tokenOf(
    await http.request({
      url: token_endpoint,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
      signal,
    }),
  )
}
