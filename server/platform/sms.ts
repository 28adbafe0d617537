import { connectionFailure, GatewayError, neverReached } from './gateway-error.ts'

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
  /**
   * Whether it has accepted a message with this text since then, and not failed to send it (AN-13), by Twilio's list of
   * messages.
   * @returns undefined when it has no such list
   * @throws GatewayError when it didn't answer
   */
  has(sms: Pick<Sms, 'to' | 'text'> & { readonly since: Temporal.Instant }): Promise<boolean | undefined>
  /** Cuts off what is still being asked. */
  close(): void
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
/** of 1,000 messages each, to one number in two days: a list with more goes round in circles */
const mostPages = 100

/**
 * SMS by a Twilio-style call: a form with To, From, Body and StatusCallback, basic authentication, 2xx when accepted.
 * Twilio itself ignores idempotency keys; gateways that know them send a message only once.
 */
export function createSmsGateway({ url, account, token, from, patienceMs = 15_000 }: SmsOptions): SmsGateway {
  const closing = new AbortController()
  const authorization = account ? `Basic ${Buffer.from(`${account}:${token ?? ''}`).toString('base64')}` : undefined
  const ask = (address: string | URL, request: RequestInit): Promise<Response> =>
    fetch(address, {
      ...request,
      headers: { ...request.headers, ...(authorization ? { authorization } : {}) },
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(patienceMs)]),
    }).catch((error: Error) => {
      const { cause } = error
      const code = cause instanceof Error ? (cause as Error & { code?: string }).code : undefined
      throw new GatewayError(cause instanceof Error ? connectionFailure(cause) : error.message, {
        isUnclear: !neverReached(code),
      })
    })
  return {
    async send({ id, to, text, statusUrl }) {
      const answer = await ask(url, {
        method: 'POST',
        headers: { 'idempotency-key': id },
        body: new URLSearchParams({ To: to, From: from, Body: text, ...(statusUrl && { StatusCallback: statusUrl }) }),
      })
      const body = await beginningOf(answer)
      const status = answer.ok ? statusSaid(body) : answer.status
      if (answer.ok && status < 400) return
      const wait = retryAfterMs(answer.headers.get('retry-after'))
      throw new GatewayError(`${status} ${body.slice(0, 300)}`, {
        isFinal: status >= 400 && status < 500 && ![...refusesAccount, ...refusesForNow].includes(status),
        // It may have failed after accepting; 503 says that it did not take it.
        isUnclear: status === 408 || (status >= 500 && status !== 503),
        isBusy: status === 429 || wait !== undefined,
        retryAfterMs: wait,
      })
    },
    async has({ to, text, since }) {
      const query = new URLSearchParams({ To: to, PageSize: '1000' })
      query.set('DateSent>', since.subtract({ hours: 24 }).toString().slice(0, 10))
      let next: URL | null = new URL(`${url}?${query}`)
      const { origin } = next
      for (let pages = 0; next; pages++) {
        // The password must not go to another host.
        if (pages >= mostPages || next.origin !== origin) return undefined
        const answer = await ask(next, { method: 'GET' })
        if (answer.status >= 500 || refusesForNow.includes(answer.status))
          throw new GatewayError(`${answer.status}`, { isUnclear: true })
        const list = (await answer.json().catch(() => null)) as MessageList | null
        if (!answer.ok || !Array.isArray(list?.messages)) return undefined
        // Some gateways put words of their own before a text.
        if (list.messages.some((one) => one.to === to && one.body?.endsWith(text) && !failures.includes(one.status)))
          return true
        next = list.next_page_uri ? new URL(list.next_page_uri, url) : null
      }
      return false
    },
    close: () => closing.abort(),
  }
}

/** Twilio's list of messages, as far as it is read. */
interface MessageList {
  readonly messages?: readonly { readonly to?: string; readonly body?: string | null; readonly status?: string }[]
  readonly next_page_uri?: string | null
}

const mostCharactersRead = 65_536

/** Doesn't wait for a body that never ends. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = ''
  try {
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      if (text.length > mostCharactersRead) break
    }
  } catch {
    // The status is the answer, whatever becomes of the rest.
  }
  return text
}

const failures: readonly unknown[] = ['failed', 'undelivered', 'canceled']

/** Some gateways answer 200 and say in the body that they refuse: by Twilio's error, or by the message's state. */
function statusSaid(body: string): number {
  try {
    const said = (JSON.parse(body) as { status?: unknown } | null)?.status
    if (typeof said === 'number' && said >= 400 && said < 600) return said
    return failures.includes(said) ? 400 : 200
  } catch {
    return 200
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) && wait > 0 ? wait : undefined
}
