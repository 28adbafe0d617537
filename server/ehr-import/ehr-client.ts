import { setTimeout as sleep } from 'node:timers/promises'
import { m } from '@eupnea/texts'
import { EhrError } from './ehr-error.ts'
import type { EhrAnswer, EhrHttp } from './ehr-http.ts'
import { waitAfter429, waitAfterFault, waitForQuota } from './patience.ts'

export interface Token {
  readonly value: string
  /** ms since the epoch */
  readonly expiresAt: number
  /** before the next request, ms; null: more than a day */
  readonly wait: number | null
}

export interface EhrClientOptions {
  readonly http: Pick<EhrHttp, 'request'>
  readonly signal: AbortSignal
  /** before the second attempt, ms; doubled before each further one */
  readonly backoffMs: number
  /** told before a wait of a second or more, with its end, and after it with null */
  readonly onWait: (until: Temporal.Instant | null) => Promise<void>
  /** signs in */
  readonly fetchToken: () => Promise<Token>
}

const mostAttempts = 5
/** Of one answer: more than a page of thousands has, and parsed in half a second at worst. Nothing else happens meanwhile. */
const mostParts = 500_000
/** A token is not used in its last moments. */
const spareMs = 30_000

/** Asks an EHR with patience: signs in when needed, waits when asked to, tries again what may pass. */
export class EhrClient {
  readonly #options: EhrClientOptions
  #token: Token | null = null

  constructor(options: EhrClientOptions) {
    this.#options = options
  }

  /** @throws EhrError; with `status` when the EHR has answered so */
  async get(url: string, accept: string): Promise<Record<string, unknown>> {
    const { backoffMs, signal } = this.#options
    let hasNewToken = false
    let tooEarly = 0
    for (let attempt = 1; ; ) {
      try {
        const token = await this.#freshToken()
        const answer = await this.#options.http.request({
          url,
          headers: { accept, authorization: ['Bearer', token].join(' ') },
          signal,
        })
        if (answer.status === 401 && !hasNewToken) {
          hasNewToken = true
          this.#token = null
          continue
        }
        const body = bodyOf(answer)
        await this.#wait(waitForQuota(answer.headers))
        return body
      } catch (error) {
        if (!(error instanceof EhrError) || !error.mayPass) throw error
        // Of the sign-in or of what was asked for: who asks for patience gets it.
        if (error.status === 429) {
          await this.#wait(waitAfter429(error.headers, tooEarly++))
          continue
        }
        if (attempt >= mostAttempts) throw error
        await this.#wait(waitAfterFault(error.headers, backoffMs * 2 ** (attempt - 1)))
        attempt++
      }
    }
  }

  async #freshToken(): Promise<string> {
    if (!this.#token || this.#token.expiresAt - spareMs < Date.now()) {
      this.#token = await this.#options.fetchToken()
      await this.#wait(this.#token.wait)
    }
    return this.#token.value
  }

  async #wait(ms: number | null): Promise<void> {
    if (ms === null) throw new EhrError(m.ehr_import_error_wait())
    if (ms === 0) return
    const isLong = ms >= 1_000
    if (isLong) await this.#options.onWait(Temporal.Now.instant().add({ milliseconds: Math.round(ms) }))
    await sleep(ms, undefined, { signal: this.#options.signal })
    if (isLong) await this.#options.onWait(null)
  }
}

/** What the answer to a sign-in holds. @throws EhrError */
export function tokenOf(answer: EhrAnswer): Token {
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw new EhrError(m.ehr_import_error_sign_in({ status: answer.status }), { status: answer.status })
  const { access_token, expires_in } = bodyOf(answer)
  if (typeof access_token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(access_token))
    throw new EhrError(m.ehr_import_error_token())
  const seconds = Number(expires_in)
  return {
    value: access_token,
    expiresAt: Date.now() + (Number.isFinite(seconds) && seconds > 0 ? seconds : 300) * 1_000,
    wait: waitForQuota(answer.headers),
  }
}

/** @throws EhrError when it is no success, or no JSON object */
export function bodyOf({ status, headers, text }: EhrAnswer): Record<string, unknown> {
  if (status === 401 || status === 403) throw new EhrError(m.ehr_import_error_forbidden({ status }), { status })
  if (status < 200 || status >= 300)
    throw new EhrError(m.ehr_import_error_status({ status }), {
      ...{ status, headers },
      mayPass: status >= 500 || status === 408 || status === 429,
    })
  if (hasMoreParts(text, mostParts)) throw new EhrError(m.ehr_import_error_parts())
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {}
  throw new EhrError(m.ehr_import_error_answer(), { mayPass: true })
}

/** What begins or follows a part is counted, also within text. */
function hasMoreParts(text: string, most: number): boolean {
  let parts = 0
  for (const sign of '[{,')
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (++parts > most) return true
  return false
}
