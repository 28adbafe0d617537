import { GatewayError, neverReached } from './gateway-error.ts'

interface Sms {
  /** the same for each attempt: gateways with idempotency keys then send it only once */
  readonly id: string
  /** country code followed by number, such as +447700900123 */
  readonly to: string
  readonly text: string
  /** where the gateway reports delivery; null: nowhere */
  readonly statusUrl: string | null
}

export interface SmsGateway {
  /** @throws GatewayError when it was not accepted */
  send(sms: Sms): Promise<void>
}

export interface SmsOptions {
  /** the whole address, such as https://api.twilio.com/2010-04-01/Accounts/AC…/Messages.json */
  readonly url: string
  readonly account: string | undefined
  readonly token: string | undefined
  /** sender number or name */
  readonly from: string
  /** how long to wait for an answer, ms */
  readonly patienceMs?: number | undefined
}

/** The account or address is wrong, not the message: it waits until that is fixed. */
const refusesAccount = [401, 402, 403, 404, 405]
const refusesForNow = [408, 425, 429]

/**
 * SMS by a Twilio-style call: a form with To, From, Body and StatusCallback, basic authentication, 2xx when accepted.
 * Twilio itself ignores idempotency keys; gateways that know them send a message only once.
 */
export function createSmsGateway({ url, account, token, from, patienceMs = 15_000 }: SmsOptions): SmsGateway {
  const authorization = account ? `Basic ${Buffer.from(`${account}:${token ?? ''}`).toString('base64')}` : undefined
  return {
    async send({ id, to, text, statusUrl }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'idempotency-key': id, ...(authorization ? { authorization } : {}) },
        body: new URLSearchParams({ To: to, From: from, Body: text, ...(statusUrl && { StatusCallback: statusUrl }) }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: Error) => {
        const { cause } = error
        const code = cause instanceof Error ? (cause as Error & { code?: string }).code : undefined
        throw new GatewayError(cause instanceof Error ? cause.message : error.message, {
          isUnclear: !neverReached(code),
        })
      })
      const body = (await answer.text().catch(() => '')).slice(0, 300)
      if (answer.ok) return
      const { status } = answer
      const wait = retryAfterMs(answer.headers.get('retry-after'))
      throw new GatewayError(`${status} ${body}`, {
        isFinal: status >= 400 && status < 500 && ![...refusesAccount, ...refusesForNow].includes(status),
        isBusy: status === 429 || wait !== undefined,
        retryAfterMs: wait,
      })
    },
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) && wait > 0 ? wait : undefined
}
