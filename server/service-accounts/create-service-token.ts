import { narrowScopes } from '@eupnea/contract/rules/fhir-scope.ts'
import type { createServiceToken as declaration } from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload } from 'jose'
import { recordAudit } from '../audit/index.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import type { LimitCalls } from '../platform/limit-calls.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import type { VerbApart } from '../platform/route.ts'
import { hashToken, newServiceToken } from '../sessions/index.ts'
import { createKeys } from './fetch-keys.ts'
import { algorithms } from './keys.ts'
import { type AccountRow, insertToken, selectAccount, useAssertion } from './service-accounts.sql.ts'

const tokenSeconds = 300
/** What the clocks of two machines may differ by. */
const toleranceSeconds = 30
const bearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** OAuth's own codes (RFC 6749, section 5.2). */
const oauthError = (code: 'invalid_request' | 'unsupported_grant_type' | 'invalid_scope', message: string) =>
  new PortalError(400, code, message)
const invalidClient = (reason: string) =>
  new PortalError(401, 'invalid_client', m.service_account_token_assertion({ reason }))

/** The same address, however this machine is called in it. */
const plain = (url: string) => url.replace(/^(https?:\/\/)(127\.0\.0\.1|\[::1\])(?=[:/])/, '$1localhost')

/**
 * A token for five minutes, for an assertion signed with the account's key (SMART Backend Services, FH-2).
 * @throws 400 and 401 with OAuth's codes, 429
 */
export function createServiceToken(
  baseUrl: () => string,
  outgoing: Outgoing,
  limit: LimitCalls,
): VerbApart<typeof declaration> {
  const keyOf = createKeys(outgoing)
  return async ({ origin, input }) => {
    const { grant_type, scope = '', client_assertion_type, client_assertion } = input
    if (grant_type === undefined) throw oauthError('invalid_request', m.service_account_token_grant())
    if (grant_type !== 'client_credentials') throw oauthError('unsupported_grant_type', m.service_account_token_grant())
    if (client_assertion_type !== bearer) throw oauthError('invalid_request', m.service_account_token_type())
    const { header, claims } = readAssertion(client_assertion ?? '')
    const job = { ...origin, actor: { type: 'job', name: 'service-token' } } as const
    const account = claims.iss === claims.sub && (await withCtx(job, (ctx) => selectAccount(ctx, claims.iss)))
    if (!account) {
      limit(origin.address ?? null)
      throw invalidClient(m.service_account_token_unknown())
    }
    try {
      // SMART: an assertion that says where its keys are must say what was registered.
      if (header.jku !== undefined && header.jku !== account.jwks_url)
        throw invalidClient(m.service_account_token_jku())
      const key = await keyOf(account, header.kid, header.alg).catch((error: Error) => {
        origin.log.warn({ client_id: account.id, reason: error.message }, 'keys of a service account not fetched')
        throw invalidClient(m.service_account_token_keys())
      })
      if (!key) throw invalidClient(m.service_account_token_kid())
      // Its claims are judged below; jose would take the portal's clock for the program's.
      const signer = await importJWK(key, header.alg)
      await compactVerify(client_assertion!, signer, { algorithms: [header.alg] }).catch(() => {
        throw invalidClient(m.service_account_token_signature())
      })
      const expires_at = checkClaims(claims, `${baseUrl()}/api/oauth/token`)
      const scopes = narrowScopes(scope.split(/\s+/).filter(Boolean), account.scopes)
      if (scopes.length === 0) throw oauthError('invalid_scope', m.service_account_token_scope())
      const access_token = newServiceToken()
      await withCtx(job, async (ctx) => {
        if (!(await useAssertion(ctx, { id: account.id, jti: claims.jti!, expires_at })))
          throw invalidClient(m.service_account_token_jti())
        await insertToken(ctx, {
          ...{ account_id: account.id, token_hash: hashToken(access_token), scopes, seconds: tokenSeconds },
        })
        await recordAudit(as(ctx, account), { act: 'service-account.sign-in', detail: { scopes } })
      })
      return { access_token, token_type: 'bearer', expires_in: tokenSeconds, scope: scopes.join(' ') }
    } catch (error) {
      if (error instanceof PortalError) {
        limit(origin.address ?? null)
        await withCtx(job, (ctx) =>
          recordAudit(as(ctx, account), { act: 'service-account.refuse', detail: { reason: error.code } }),
        )
      }
      throw error
    }
  }
}

/** The same work in the account's name, for the audit log. */
const as = (ctx: Ctx, { id, name, scopes, clinic_ids }: AccountRow): Ctx => ({
  ...ctx,
  actor: { type: 'service-account', id, name, scopes, clinicIds: clinic_ids ?? [] },
})

/** What an assertion says, before anything of it is proved. @throws 401 */
function readAssertion(jwt: string) {
  let header: ReturnType<typeof decodeProtectedHeader>
  let claims: JWTPayload
  try {
    ;[header, claims] = [decodeProtectedHeader(jwt), decodeJwt(jwt)]
  } catch {
    throw invalidClient(m.service_account_token_malformed())
  }
  const alg = algorithms.find((one) => one === header.alg)
  if (!alg) throw invalidClient(m.service_account_token_alg())
  if (typeof header.kid !== 'string' || header.kid === '') throw invalidClient(m.service_account_token_kid())
  if (typeof claims.iss !== 'string' || claims.iss.length > 64 || claims.iss.includes('\u0000'))
    throw invalidClient(m.service_account_token_unknown())
  return { header: { kid: header.kid, alg, jku: header.jku }, claims: { ...claims, iss: claims.iss } }
}

/** @returns until when the assertion could be used again. @throws 401 */
function checkClaims({ aud, exp, nbf, jti }: JWTPayload, endpoint: string): Temporal.Instant {
  if (![aud ?? []].flat().some((one) => typeof one === 'string' && plain(one) === plain(endpoint)))
    throw invalidClient(m.service_account_token_aud())
  const now = Date.now() / 1_000
  const isInTime =
    typeof exp === 'number' && exp > now - toleranceSeconds && exp <= now + tokenSeconds + toleranceSeconds
  if (!isInTime || (typeof nbf === 'number' && nbf > now + toleranceSeconds))
    throw invalidClient(m.service_account_token_exp())
  if (typeof jti !== 'string' || jti === '' || jti.length > 200 || jti.includes('\u0000'))
    throw invalidClient(m.service_account_token_jti())
  return Temporal.Instant.fromEpochMilliseconds(Math.ceil(exp + 2 * toleranceSeconds) * 1_000)
}
