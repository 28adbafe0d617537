import type { IncomingMessage } from 'node:http'
import { answerClientError } from './client-error.ts'

/** How long a request's body may take, from whoever sends it, ms. */
const bodyMs = 60_000
/** How long a file may take from who may send one, ms: 20 MB at half a megabit a second. The server's own limit. */
export const fileMs = 6 * 60_000

const waiting = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Waits for the body of a request, and answers for it as Node does when it does not arrive in time. */
export function awaitBody(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket)
  }, bodyMs)
  waiting.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}

/** The body is a file, and is taken: it has as long as the server gives it. */
export const awaitFile = (request: IncomingMessage): void => clearTimeout(waiting.get(request))
