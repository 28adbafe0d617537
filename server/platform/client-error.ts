import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorAnswer } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'

/**
 * Input that isn't valid HTTP, so there is no request to answer. It still gets a named error (AP-3) before the
 * connection ends.
 */
const faults: Record<string, readonly [status: number, code: string, message: () => string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', m.platform_request_timeout],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', m.platform_headers_too_large],
}

/** How long to keep reading and discarding, ms: closing a connection earlier resets it, and the answer is lost. */
const lingerMs = 2_000
const answered = new WeakSet<Socket>()

export function answerClientError(error: { code?: string; rawPacket?: unknown }, socket: Socket): void {
  // Every following piece causes an error of its own; answer only the first.
  if (answered.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code, message] = faults[error.code ?? ''] ?? [400, 'malformed_request', m.platform_not_http]
  const answer: ErrorAnswer = { code, title: m.common_failed_title(), message: message(), request_id: randomUUID() }
  const body = JSON.stringify(answer)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ]
  answered.add(socket)
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.on('close', () => clearTimeout(linger))
  // A client would take the body of an answer to HEAD for the next answer.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD '
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
}
