import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeServer } from '../close-server.ts'

export interface Answered {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A small HTTP server with JSON answers; strings are sent as they are. */
export async function serve(
  answer: (request: IncomingMessage, url: URL, body: string) => Promise<Answered> | Answered,
) {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', async () => {
      try {
        const { status, body, headers } = await answer(request, new URL(request.url ?? '/', 'http://ehr'), text)
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      } catch {
        response.destroy()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closeServer(server),
  }
}
