import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { closeServer } from './close-server.ts'

/** A receiver of Standard Webhooks that can fail in several ways, one way for all requests at a time. */

interface Received {
  /** ms since the epoch */
  readonly at: number
  /** webhook-id: the same for each attempt */
  readonly id: string
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> }
  readonly raw: string
  readonly headers: IncomingHttpHeaders
  /** by the library, with its secret */
  readonly isSigned: boolean
  /** answered with 2xx, or read and then dropped */
  readonly isTaken: boolean
}

type Behaviour =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly afterMs?: number }
  /** accepts the message and doesn't answer */
  | 'drop'
  | 'hang'

export interface WebhookReceiver {
  /** http://127.0.0.1:PORT/hook */
  readonly url: string
  readonly requests: readonly Received[]
  /** what it took, each message once, as a receiver does that knows their ids */
  taken(): Received['body'][]
  /** what it checks signatures with */
  trust(secret: string): void
  behave(behaviour: Behaviour | ((body: Received['body']) => Behaviour)): void
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: Received[] = []
  let secret = ''
  let behaviour: (body: Received['body']) => Behaviour = () => ({ status: 204 })
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const { headers } = request
    const body = JSON.parse(raw) as Received['body']
    const now = behaviour(body)
    const isTaken = now === 'drop' || (now !== 'hang' && now.status < 300)
    const at = performance.timeOrigin + performance.now()
    requests.push({
      at,
      id: String(headers['webhook-id']),
      body,
      raw,
      headers,
      isSigned: isSigned(raw, headers),
      isTaken,
    })
    if (now === 'hang') return
    if (now === 'drop') return void request.socket.destroy()
    if (now.afterMs) await sleep(now.afterMs)
    response.writeHead(now.status, now.headers).end(now.status === 204 ? undefined : 'heard')
  })

  function isSigned(raw: string, headers: IncomingHttpHeaders): boolean {
    try {
      new Webhook(secret).verify(raw, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    taken: () => [
      ...new Map(requests.filter(({ isTaken }) => isTaken).map(({ id, body }) => [id, body] as const)).values(),
    ],
    trust(next) {
      secret = next
    },
    behave(next) {
      behaviour = typeof next === 'function' ? next : () => next
    },
    close: () => closeServer(server),
  }
}
