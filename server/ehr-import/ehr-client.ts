import { setTimeout as sleep } from 'node:timers/promises'
import { m } from '@eupnea/texts'
import { EhrError } from './ehr-error.ts'
import type { EhrAnswer, EhrHttp } from './ehr-http.ts'
import { waitAfter429, waitAfterFault, waitForQuota } from './patience.ts'

export interface Token {
  readonly value: string
  /** ms since the epoch */
  readonly expiresAt: number
  /** wait before the next request, ms; null: more than a day */
  readonly wait: number | null
}

export interface EhrClientOptions {
  readonly http: Pick<EhrHttp, 'request'>
  readonly signal: AbortSignal
  /** wait before the second attempt, ms; doubles with each further one */
  readonly backoffMs: number
  /** called with the end of a wait of a second or more, and with null when it is over */
  readonly onWait: (until: Temporal.Instant | null) => Promise<void>
  /** signs in */
  readonly fetchToken: () => Promise<Token>
}

const mostAttempts = 5
/**
 * Limit per answer: more than a page of thousands has, and parsed within half a second, which blocks everything else.
 */
const mostParts = 500_000
/** Tokens are not used shortly before they expire. */
const spareMs = 30_000

/** Calls an EHR patiently: signs in when needed, waits when asked to, and retries temporary errors. */
export class EhrClient {
  readonly #options: EhrClientOptions
  #token: Token | null = null

  constructor(options: EhrClientOptions) {
    this.#options = options
  }

  /** @throws EhrError; with `status` when it is the EHR's answer */
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
        // A 429 may come from the sign-in or the request itself; both are respected.
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

/** Reads the answer to a sign-in. @throws EhrError */
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

/** @throws EhrError when the answer is not a success or not a JSON object */
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

/** Counts separators, including those within text. */
function hasMoreParts(text: string, most: number): boolean {
  let parts = 0
  for (const sign of '[{,')
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (++parts > most) return true
  return false
}
