import { createHash } from 'node:crypto'
import https from 'node:https'
import { m } from '@eupnea/texts'
import webPush from 'web-push'
import { GatewayError, neverReached } from '../../platform/gateway-error.ts'
import { createOutgoing } from '../../platform/outgoing.ts'
import { retryAfterMs } from '../../platform/sms.ts'
import type { Vapid } from '../../platform/vapid.ts'
import type { Channel } from './channel.ts'

/** A browser's subscription at its push service. */
interface Subscriber {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What the channel asks of subscriptions, which are the recipients. */
export interface Subscribers {
  /** @returns null: it has ended */
  of(id: string): Promise<Subscriber | null>
  /** The push service doesn't know it any more. */
  gone(id: string): Promise<void>
  /** The push service refuses the portal, whose key may not be the browser's, or its address isn't allowed. */
  refused(id: string): Promise<void>
  took(id: string): Promise<void>
}

/** After this a push is no longer of use, seconds. */
const ttlSeconds = 3_600
const patienceMs = 15_000
/** Push services accept a signature for a day (RFC 8292), so we don't sign each push of a flood. */
const signedForMs = 3_600_000
const goneStatuses = [404, 410]
/** Services say one or the other for a key that isn't the browser's (RFC 8292, section 4.2). */
const keyStatuses = [401, 403]
const refusesForNow = [408, 425, 429]
/** A push service's topic has 32 characters at most (RFC 8030). */
const topicOf = (about: string): string => createHash('sha256').update(about).digest('base64url').slice(0, 32)

/** A browser names the address, and anyone can claim to be a browser. */
const lookup = createOutgoing().lookup({ url: 'https://push.invalid', mayBePrivate: false })
const createAgent = () => new https.Agent({ keepAlive: true, lookup })

/** Web Push (AN-3; RFC 8030): the text is encrypted for the browser, so that its push service can't read it. */
export function pushChannel(vapid: Vapid, subscribers: Subscribers, agent: https.Agent = createAgent()): Channel {
  const closing = new AbortController()
  const signed = new Map<string, { readonly headers: { Authorization: string }; readonly until: number }>()
  /** @param audience the push service's origin */
  const headersFor = (audience: string) => {
    const now = Date.now()
    const known = signed.get(audience)
    if (known && known.until > now) return known.headers
    for (const [other, { until }] of signed) if (until <= now) signed.delete(other)
    const { subject, publicKey, privateKey } = vapid
    const headers = webPush.getVapidHeaders(audience, subject, publicKey, privateKey, 'aes128gcm')
    signed.set(audience, { headers, until: now + signedForMs })
    return headers
  }
  return {
    async send({ recipient, body, severity, notification_id, id }) {
      const subscriber = await subscribers.of(recipient)
      if (!subscriber) throw new GatewayError(m.push_subscription_ended(), { isFinal: true })
      const { endpoint, p256dh, auth } = subscriber
      const { headers, body: content } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        body ?? '',
        {
          headers: headersFor(new URL(endpoint).origin),
          TTL: ttlSeconds,
          urgency: severity === 'danger' ? 'high' : 'normal',
          topic: topicOf(notification_id ?? id),
        },
      )
      const answer = await post({ endpoint, headers, content, agent, signal: closing.signal }).catch(async (error) => {
        // Its name leads into a private network; while it does, a duty needs another channel.
        if (error.message === 'EPRIVATE') await subscribers.refused(recipient)
        throw error
      })
      const { status } = answer
      if (status >= 200 && status < 300) return subscribers.took(recipient)
      const isGone = goneStatuses.includes(status)
      const isFinal = status < 500 && !refusesForNow.includes(status)
      if (isGone) await subscribers.gone(recipient)
      else if (isFinal) await subscribers.refused(recipient)
      const reason = keyStatuses.includes(status) ? m.push_subscription_key_refused({ status }) : `${status}`
      throw new GatewayError(isGone ? m.push_subscription_ended() : reason, {
        isFinal,
        isUnclear: status >= 500 && status !== 503,
        isBusy: status === 429 || answer.retryAfterMs !== undefined,
        retryAfterMs: answer.retryAfterMs,
      })
    },
    close() {
      closing.abort()
      agent.destroy()
    },
  }
}

interface Posted {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly content: Buffer
  readonly agent: https.Agent
  readonly signal: AbortSignal
}

/** Only the status counts; redirects are not followed. @throws GatewayError when there is no answer */
const post = ({ endpoint, headers, content, agent, signal }: Posted) =>
  new Promise<{ status: number; retryAfterMs: number | undefined }>((resolve, reject) => {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    const request = https.request(endpoint, { method: 'POST', headers, agent, signal: ending }, (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfterMs: retryAfterMs(response.headers['retry-after']) })
      // A body without an end must not be waited for.
      response.on('error', () => {}).resume()
    })
    // It wants another protocol; without this the request would never end.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, retryAfterMs: undefined })
    })
    request.on('error', (error: Error & { code?: string }) =>
      reject(
        new GatewayError(error.code ?? error.message, {
          isUnclear: !neverReached(error.code) && error.code !== 'EPRIVATE',
        }),
      ),
    )
    request.end(content)
  })
