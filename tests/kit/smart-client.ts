import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A program as SMART's bulk-data-client is one: discovery, assertion, kick-off, state, NDJSON, deletion (FH-1, FH-2). */

export interface SmartKeys {
  readonly alg: 'RS384' | 'ES384'
  readonly kid: string
  readonly jwks: { readonly keys: JWK[] }
  /** an assertion, by default a good one; claims and header may be replaced */
  assert(clientId: string, endpoint: string, claims?: object, header?: object): Promise<string>
}

export async function makeSmartKeys(alg: SmartKeys['alg'] = 'ES384'): Promise<SmartKeys> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const kid = randomUUID()
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid, alg, use: 'sig', key_ops: ['verify'] }] }
  return {
    ...{ alg, kid, jwks },
    assert: (clientId, endpoint, claims = {}, header = {}) =>
      new SignJWT({
        ...{ iss: clientId, sub: clientId, aud: endpoint, jti: randomUUID() },
        exp: Math.floor(Date.now() / 1_000) + 280,
        ...claims,
      })
        .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
        .sign(privateKey),
  }
}

const bearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export const postForm = async (url: string, form: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** @param assertion signed for the token endpoint */
export const requestToken = (endpoint: string, assertion: string, scope: string, more: Record<string, string> = {}) =>
  postForm(endpoint, {
    ...{ grant_type: 'client_credentials', scope, client_assertion_type: bearer, client_assertion: assertion },
    ...more,
  })

/** Signs in as a client does that knows the FHIR address only. @returns the access token */
export async function signInByDiscovery(
  fhirUrl: string,
  clientId: string,
  keys: SmartKeys,
  scope: string,
): Promise<string> {
  const discovered = await (await fetch(`${fhirUrl}/.well-known/smart-configuration`)).json()
  const { token_endpoint } = discovered as { token_endpoint: string }
  const { status, body } = await requestToken(token_endpoint, await keys.assert(clientId, token_endpoint), scope)
  if (status !== 200) throw new Error(`token: ${status} ${JSON.stringify(body)}`)
  return String(body.access_token)
}

export const getAs = (token: string | null, url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { method, headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } })

export const kickOff = (token: string | null, url: string, prefer = 'respond-async') =>
  getAs(token, url, { accept: 'application/fhir+json', prefer })

export const parseNdjson = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
