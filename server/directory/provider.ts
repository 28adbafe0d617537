import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { freshMinutes } from '@eupnea/contract/account.ts'
import { m } from '@eupnea/texts'
import { createRemoteJWKSet, importPKCS8, type JWTPayload, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { createCountedLog } from '../platform/log-refusals.ts'
import { type Claims, readClaims, textOf } from './claims.ts'

/** The house's identity provider, by OpenID Connect: the code flow with PKCE, state and nonce (SI-1). */
export interface Provider {
  readonly issuer: string
  /** as the button of the sign-in says */
  readonly name: string
  /** as of the last two seconds */
  isReachable(): Promise<boolean>
  /**
   * Where the browser goes to sign in.
   * @param isProof the provider is to ask for the person's proof, although it knows them
   * @throws 503 when the provider isn't reached
   */
  begin(
    isProof: boolean,
  ): Promise<{ readonly url: string; readonly state: string; readonly nonce: string; readonly verifier: string }>
  /**
   * Redeems what the provider put into the address.
   * @throws 403 when it refused, its second step is missing, or it didn't ask for a proof that was due; 503 when it isn't
   * reached
   */
  finish(answer: string, of: Attempt): Promise<Claims>
  /** Where the provider's own session ends; null if it has no such place, or isn't reached. */
  exitUrl(): Promise<string | null>
  /** Checks a logout token (OpenID Connect Back-Channel Logout 1.0). @throws 400 */
  readLogout(token: string): Promise<Logout>
}

/** A sign-in on its way to the provider and back. */
interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly is_proof: boolean
}

interface Logout {
  readonly jti: string
  readonly issuer: string
  readonly sid: string | null
  readonly subject: string | null
}

type Settings = Pick<
  Config,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_CLIENT_KEY'
  | 'OIDC_SCOPES'
  | 'OIDC_GROUPS_CLAIM'
  | 'OIDC_NAME'
  | 'OIDC_ACR'
  | 'OIDC_AMR'
>

/** How soon an unknown key makes us ask for the keys again: anybody can send a token that names one. */
const keysAgainMs = 1_000
/** What the provider says of itself is read again after this time. */
const keptMs = 3_600_000
const checkedMs = 2_000
const patienceSeconds = 5
/** Anybody can send one, as often as they like. */
const logoutWords = { first: 'a logout token was refused', again: 'logout tokens were refused again' }
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** @returns null where none is configured. @throws Error for a key that can't be read */
export async function openProvider(settings: Settings, baseUrl: () => string, log: Log): Promise<Provider | null> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings
  if (!issuer || !clientId) return null
  const proof = settings.OIDC_CLIENT_KEY
    ? oidc.PrivateKeyJwt(await readKey(settings.OIDC_CLIENT_KEY))
    : oidc.ClientSecretPost(settings.OIDC_CLIENT_SECRET)
  const redirect = () => new URL('/user/directory', baseUrl()).href

  const discover = async () => {
    try {
      return await oidc.discovery(new URL(issuer), clientId, undefined, proof, {
        timeout: patienceSeconds,
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      })
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the identity provider is not reached')
      throw unreachable()
    }
  }
  let known: Promise<oidc.Configuration> | null = null
  let askedAt = 0
  let isThere = false
  /** @param freshMs how old it may be; after a failure it is tried again soon, but not by everybody at once */
  const configuration = (freshMs: number): Promise<oidc.Configuration> => {
    if (known && Date.now() < askedAt + (isThere ? freshMs : 1_000)) return known
    const asked = discover()
    known = asked
    askedAt = Date.now()
    isThere = true
    asked.catch(() => {
      isThere = false
    })
    return asked
  }

  const claimsOf = async (config: oidc.Configuration, tokens: Awaited<ReturnType<typeof redeem>>) => {
    const told = tokens.claims()!
    const isWhole = settings.OIDC_GROUPS_CLAIM in told && 'email' in told
    const more =
      isWhole || !config.serverMetadata().userinfo_endpoint
        ? ({} as Partial<oidc.UserInfoResponse>)
        : await oidc.fetchUserInfo(config, tokens.access_token, told.sub)
    const all = { ...more, ...told, auth_time: told.auth_time } as oidc.IDToken
    // What userinfo says of one address doesn't verify another.
    const isOther = textOf(told.email) !== '' && textOf(told.email).toLowerCase() !== textOf(more.email).toLowerCase()
    return isOther ? { ...all, email_verified: told.email_verified } : all
  }
  const redeem = (config: oidc.Configuration, answer: string, of: Attempt) =>
    oidc.authorizationCodeGrant(config, new URL(`${redirect()}?${answer}`), {
      expectedState: of.state,
      expectedNonce: of.nonce,
      pkceCodeVerifier: of.verifier,
      idTokenExpected: true,
    })

  const refusals = createCountedLog(log)
  let keys: { readonly uri: string; readonly set: ReturnType<typeof createRemoteJWKSet> } | null = null
  const keysOf = (uri: string) => {
    const options = { timeoutDuration: 5_000, cooldownDuration: keysAgainMs }
    if (keys?.uri !== uri) keys = { uri, set: createRemoteJWKSet(new URL(uri), options) }
    return keys.set
  }

  return {
    issuer,
    name: settings.OIDC_NAME ?? new URL(issuer).hostname,
    isReachable: () =>
      configuration(checkedMs).then(
        () => true,
        () => false,
      ),
    async begin(isProof) {
      const config = await configuration(keptMs)
      const verifier = oidc.randomPKCECodeVerifier()
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirect(),
        scope: settings.OIDC_SCOPES,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(settings.OIDC_ACR.length > 0 && { acr_values: settings.OIDC_ACR.join(' ') }),
        ...(isProof && { prompt: 'login', max_age: String(freshMinutes * 60) }),
      })
      return { url: url.href, state, nonce, verifier }
    },
    async finish(answer, of) {
      const config = await configuration(keptMs)
      let claims: oidc.IDToken
      try {
        claims = await claimsOf(config, await redeem(config, answer, of))
      } catch (error) {
        throw refusalOf(error, log)
      }
      if (!hasStep(claims, settings)) throw stepMissing()
      const read = readClaims(claims, config.serverMetadata().issuer, settings.OIDC_GROUPS_CLAIM)
      // Whoever sits at the browser can remove the prompt from the address.
      if (of.is_proof && Date.now() - read.provedAt.epochMilliseconds > freshMinutes * 60_000) throw notAsked()
      return read
    },
    async exitUrl() {
      const config = await configuration(keptMs).catch(() => null)
      if (!config?.serverMetadata().end_session_endpoint) return null
      // Without the id token: it names the person, and addresses are kept in histories and logs.
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: new URL('/user/login', baseUrl()).href }).href
    },
    async readLogout(token) {
      const config = await configuration(keptMs)
      const { issuer: expected, jwks_uri } = config.serverMetadata()
      if (!jwks_uri) throw logoutRefused()
      try {
        const { payload } = await jwtVerify(token, keysOf(jwks_uri), {
          issuer: expected,
          audience: clientId,
          maxTokenAge: '5 minutes',
          clockTolerance: 30,
          requiredClaims: ['iat', 'jti', 'events'],
        })
        return logoutOf(payload, expected)
      } catch (error) {
        const reason = (error as Error).message
        refusals.note(reason, { reason }, logoutWords)
        throw logoutRefused()
      }
    },
  }
}

function logoutOf(payload: JWTPayload, issuer: string): Logout {
  const { jti, sub, sid, events, nonce } = payload
  const said = (events as Record<string, unknown> | null)?.[logoutEvent]
  // An ID token must not pass for one: that has a nonce, and no event.
  if (typeof said !== 'object' || said === null || nonce !== undefined) throw new Error('not a logout token')
  if (typeof jti !== 'string' || (typeof sid !== 'string' && typeof sub !== 'string')) throw new Error('names nobody')
  return { jti, issuer, sid: typeof sid === 'string' ? sid : null, subject: sub ?? null }
}

async function readKey(path: string): Promise<oidc.CryptoKey> {
  try {
    const pem = await readFile(path, 'utf8')
    const type = createPrivateKey(pem).asymmetricKeyType
    return await importPKCS8(pem, type === 'rsa' ? 'RS256' : type === 'ed25519' ? 'EdDSA' : 'ES256')
  } catch (error) {
    throw new Error(
      `OIDC_CLIENT_KEY: ${path} holds no private key in PKCS #8. It must be a PEM file without a passphrase`,
      { cause: error },
    )
  }
}

/** Whether the provider says that the person has passed the required step. */
function hasStep(claims: oidc.IDToken, { OIDC_ACR, OIDC_AMR }: Settings): boolean {
  const amr: readonly unknown[] = Array.isArray(claims.amr) ? claims.amr : []
  return (
    (OIDC_ACR.length === 0 || OIDC_ACR.includes(textOf(claims.acr))) &&
    (OIDC_AMR.length === 0 || OIDC_AMR.some((method) => amr.includes(method)))
  )
}

function refusalOf(error: unknown, log: Log): PortalError {
  const { code, message, cause } = error as { code?: string; message: string; cause?: unknown }
  log.warn({ reason: message, code }, 'a sign-in by the identity provider failed')
  if (error instanceof oidc.AuthorizationResponseError)
    return new PortalError(403, 'directory_refused', m.directory_refused(), { title: m.directory_refused_title() })
  const isLost = code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && cause !== undefined && !code)
  const isFailing = cause instanceof Response && cause.status >= 500
  return isLost || isFailing ? unreachable() : attemptUnknown()
}

const unreachable = () =>
  new PortalError(503, 'directory_unreachable', m.directory_unreachable(), {
    title: m.directory_unreachable_title(),
    retryAfter: 5,
  })

/** Too late, a second time, in another browser, or made up. */
export const attemptUnknown = () =>
  new PortalError(403, 'directory_attempt_unknown', m.directory_attempt_unknown(), {
    title: m.directory_refused_title(),
  })

const stepMissing = () =>
  new PortalError(403, 'directory_step_missing', m.directory_step_missing(), { title: m.directory_refused_title() })

const notAsked = () =>
  new PortalError(403, 'directory_not_asked', m.directory_not_asked(), { title: m.directory_not_asked_title() })

export const logoutRefused = () => new PortalError(400, 'logout_token_refused', m.directory_logout_refused())
