import type { IncomingMessage } from 'node:http'
import { answerClientError } from './client-error.ts'

/** How long a request body may take, ms. */
const bodyMs = 60_000
/** How long an authorised file upload may take, ms: 20 MB at half a megabit a second. Also the server's own limit. */
export const fileMs = 6 * 60_000

const waiting = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Limits how long a request body may take, and answers as Node does when the time is up. */
export function awaitBody(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket)
  }, bodyMs)
  waiting.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}

/** The body is a file that was accepted: from here only the server's own limit applies. */
export const awaitFile = (request: IncomingMessage): void => clearTimeout(waiting.get(request))
