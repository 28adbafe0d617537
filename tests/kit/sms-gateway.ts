import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** An SMS gateway as Twilio documents it: a form in, JSON out. Its behaviour can change while it runs. */

interface GatewayRequest {
  /** ms since the epoch */
  readonly at: number
  readonly to: string
  readonly body: string
  readonly key: string
  readonly headers: IncomingHttpHeaders
  readonly form: Readonly<Record<string, string>>
}

export type Behaviour =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly afterMs?: number }
  /** accepts the message and doesn't answer */
  | 'drop'
  | 'hang'

export interface SmsGatewayServer {
  /** for SMS_URL */
  readonly url: string
  /** everything that arrived, including refused requests */
  readonly requests: GatewayRequest[]
  /** accepted messages: answered with 2xx, or read and then dropped */
  readonly taken: GatewayRequest[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export async function startSmsGateway(first: Behaviour = { status: 201 }): Promise<SmsGatewayServer> {
  let behaviour = first
  const requests: GatewayRequest[] = []
  const taken: GatewayRequest[] = []
  const server = createServer(async (request, response) => {
    const now = behaviour
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const { headers } = request
    const seen = {
      at: performance.timeOrigin + performance.now(),
      to: form.To ?? '',
      body: form.Body ?? '',
      key: String(headers['idempotency-key']),
      headers,
      form,
    }
    requests.push(seen)
    if (now === 'hang') return
    if (now === 'drop') {
      taken.push(seen)
      request.socket.destroy()
      return
    }
    if (now.afterMs) await sleep(now.afterMs)
    if (now.status < 300) taken.push(seen)
    response.writeHead(now.status, { 'content-type': 'application/json', ...now.headers })
    response.end(JSON.stringify(now.status < 300 ? { sid: 'SM1', status: 'queued' } : { code: 20429, message: 'No' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/2010-04-01/Accounts/AC1/Messages.json`,
    requests,
    taken,
    behave(next) {
      behaviour = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
