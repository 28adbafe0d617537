import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeServer } from './close-server.ts'

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
  /** @param accepts whatever it answers, by default with 2xx only */
  | {
      readonly status: number
      readonly headers?: Record<string, string>
      readonly afterMs?: number
      readonly accepts?: boolean
      /** instead of its own JSON */
      readonly body?: string
    }
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
  /** lists what it has accepted after so long, ms; null: it has no list */
  listAfter(ms: number | null): void
  close(): Promise<void>
}

export async function startSmsGateway(first: Behaviour = { status: 201 }): Promise<SmsGatewayServer> {
  let behaviour = first
  let listedAfterMs: number | null = 0
  const requests: GatewayRequest[] = []
  const taken: GatewayRequest[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return list(new URL(request.url ?? '', 'http://gateway').searchParams, response)
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
    if (now.accepts ?? now.status < 300) taken.push(seen)
    if (now.afterMs) await sleep(now.afterMs)
    response.writeHead(now.status, { 'content-type': 'application/json', ...now.headers })
    const said = now.status < 300 ? { sid: 'SM1', status: 'queued' } : { code: 20429, message: 'No' }
    response.end(now.body ?? JSON.stringify(said))
  })

  /** Twilio's list, one message a page, so that pages are read too. */
  function list(query: URLSearchParams, response: ServerResponse): void {
    const page = Number(query.get('Page') ?? 0)
    const [to, since] = [query.get('To'), query.get('DateSent>')]
    const after = listedAfterMs
    const listed = taken.filter(
      (one) =>
        after !== null &&
        one.to === to &&
        Date.now() - one.at >= after &&
        (since === null || new Date(one.at).toISOString() >= since),
    )
    query.set('Page', String(page + 1))
    response.writeHead(after === null ? 405 : 200, { 'content-type': 'application/json' })
    const messages = listed.slice(page, page + 1).map((one, index) => ({
      sid: `SM${index}`,
      to: one.to,
      body: one.body,
      status: 'sent',
    }))
    const next_page_uri = page + 1 < listed.length ? `/2010-04-01/Accounts/AC1/Messages.json?${query}` : null
    response.end(JSON.stringify({ messages, page, next_page_uri }))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/2010-04-01/Accounts/AC1/Messages.json`,
    requests,
    taken,
    behave(next) {
      behaviour = next
    },
    listAfter(ms) {
      listedAfterMs = ms
    },
    close: () => closeServer(server),
  }
}
