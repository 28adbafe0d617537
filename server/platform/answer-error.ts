import type { ErrorAnswer } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { shapeError } from './error-shapes.ts'
import { PortalError } from './errors.ts'
import type { Log } from './log.ts'
import { markRefusal } from './note-refusals.ts'
import { refusalPage } from './refusal-page.ts'

/** Errors raised by Fastify that the caller has caused, with our codes. */
const fastifyErrors: Record<string, readonly [status: 400 | 413 | 415, code: string, message: () => string]> = {
  FST_ERR_BAD_URL: [400, 'malformed_path', m.platform_path_malformed],
  FST_ERR_MAX_PARAM_LENGTH: [400, 'malformed_path', m.platform_path_too_long],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', m.platform_media_type],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', m.platform_body_too_large],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_json', m.platform_json_malformed],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'malformed_length', m.platform_length_malformed],
}

/** Answers with what went wrong, as a page, in our own shape or a standard's, and logs what nobody expected. */
export function answerError(log: Log, error: FastifyError | PortalError, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof PortalError ? error : knownFault(error)
  if (!known) log.error({ err: error, request_id: request.id, url: request.routeOptions.url }, 'call failed')
  if (known?.retryAfter) reply.header('retry-after', String(known.retryAfter))
  const answer: ErrorAnswer = {
    code: known?.code ?? 'internal_error',
    title: known?.title ?? m.common_failed_title(),
    message: known?.message ?? m.common_failed(),
    field: known?.field,
    ...(known?.errors && { errors: [...known.errors] }),
    request_id: request.id,
  }
  const { status, mediaType, body } = shapeError(request.url, known?.status ?? 500, answer)
  markRefusal(request, reply.code(status), answer.code)
  // Fastify would end the connection, which whoever is still sending takes for a failure. The rest is read and dropped.
  if (status === 413 && request.headers.upgrade === undefined) reply.removeHeader('connection')
  const page = body === answer ? refusalPage(request, answer) : null
  const type = page === null ? mediaType : 'text/html; charset=utf-8'
  if (type) reply.header('content-type', type)
  return (
    reply
      .header('cache-control', 'no-store')
      // Errors before routing have passed no hook that sets this.
      .header('x-content-type-options', 'nosniff')
      .send(page ?? body)
  )
}

function knownFault(error: FastifyError): PortalError | null {
  const known = fastifyErrors[error.code]
  if (known) return new PortalError(known[0], known[1], known[2]())
  if (error instanceof SyntaxError) return new PortalError(400, 'malformed_json', m.platform_json_malformed())
  const down = databaseDown(error)
  if (down) return down
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new PortalError(error.statusCode as 400, 'refused_request', m.platform_refused())
  return null
}

/** Connection lost, server stopping, its disk full or too many connections: try again later. @returns null when it is something else */
export const databaseDown = ({ code = '', message }: Error & { readonly code?: string }): PortalError | null =>
  /^(ECONNREFUSED|ECONNRESET|EAGAIN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|57P0\d|53\d{3}|08\w{3})$/.test(
    code,
  ) || /timeout exceeded|Connection terminated|not queryable/.test(message)
    ? new PortalError(503, 'database_unavailable', m.platform_database_down(), { retryAfter: 5 })
    : null
