import http from 'node:http'
import https from 'node:https'
import { m } from '@eupnea/texts'
import { Webhook } from 'standardwebhooks'
import { connectionFailure, GatewayError, neverReached } from '../platform/gateway-error.ts'
import { type Address, AddressRefused, type Outgoing, type Refusal } from '../platform/outgoing.ts'
import { retryAfterMs } from '../platform/sms.ts'

/** The receiver of a webhook. */
export interface Receiver extends Address {
  /** Standard Webhooks, `whsec_…`; several while one replaces another */
  readonly secrets: readonly string[]
}

interface Posted {
  /** the same for each attempt */
  readonly id: string
  readonly body: string
  readonly patienceMs?: number
  readonly signal?: AbortSignal
}

interface PostAnswer {
  readonly status: number
  /** its beginning */
  readonly text: string
  readonly retryAfterMs: number | undefined
}

/** Why an address may not be a webhook's, for people. */
export const webhookRefusals: Readonly<Record<Refusal, () => string>> = {
  wrong: m.webhook_url_wrong,
  insecure: m.webhook_url_insecure,
  private: m.webhook_url_private,
}

const usualPatienceMs = 15_000
const mostCharacters = 300
const mostCharactersRead = 65_536

/**
 * Posts JSON, signed as Standard Webhooks 1.0 says. Redirects are not followed.
 * @throws GatewayError when there is no answer
 */
export async function postWebhook(
  outgoing: Outgoing,
  { url: address, mayBePrivate, secrets }: Receiver,
  { id, body, patienceMs = usualPatienceMs, signal }: Posted,
): Promise<PostAnswer> {
  const refusal = outgoing.refusal({ url: address, mayBePrivate })
  if (refusal) throw new GatewayError(webhookRefusals[refusal]())
  const url = new URL(address)
  const at = new Date()
  const inTime = AbortSignal.timeout(patienceMs)
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        // Connections aren't shared, because another webhook may not be allowed to reach this address.
        agent: false,
        lookup: outgoing.lookup({ url: address, mayBePrivate }),
        signal: signal ? AbortSignal.any([signal, inTime]) : inTime,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Eupnea',
          'webhook-id': id,
          'webhook-timestamp': Math.floor(at.getTime() / 1_000),
          'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
        },
      },
      (response) => {
        isAnswered = true
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          if (text.length > mostCharactersRead) response.destroy()
        })
        response.on('error', () => {})
        response.on('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: text.slice(0, mostCharacters),
            retryAfterMs: retryAfterMs(response.headers['retry-after']),
          }),
        )
      },
    )
    // The receiver wants another protocol; without this the request would never end.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, text: '', retryAfterMs: undefined })
    })
    request.on('error', (error: Error & { code?: string }) => {
      // The status is the answer, even if the rest never arrives.
      if (isAnswered) return
      if (error instanceof AddressRefused) return reject(new GatewayError(webhookRefusals[error.refusal]()))
      const isLate = inTime.aborted
      const message = isLate ? m.webhook_no_answer({ seconds: patienceMs / 1_000 }) : connectionFailure(error)
      reject(new GatewayError(message, { isUnclear: isLate || !neverReached(error.code) }))
    })
    request.end(body)
  })
}
