import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from './context.ts'
import type { Log } from './log.ts'
import { createRefusalLog, isNoteworthy, namedBy } from './log-refusals.ts'
import { foreignOrigin } from './own-origin.ts'

/** Codes of the errors that were answered. Fastify has no decorators on requests that it refuses itself. */
const codes = new WeakMap<IncomingMessage, string>()

/** Says with which code the request is about to be refused. */
export function markRefusal({ raw }: FastifyRequest, reply: FastifyReply, code: string): void {
  codes.set(raw, code)
  // HTTP requires it; browsers show no dialog for it.
  if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer')
}

/**
 * A log line for each refused call, whoever serves its path.
 * @param hasToken whether the request came with a token of any kind
 */
export function noteRefusals(app: FastifyInstance, log: Log, hasToken: (request: FastifyRequest) => boolean): void {
  const refusals = createRefusalLog(log)
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    done()
    if (status < 400 || !isNoteworthy(status, hasToken(request))) return
    const { actor } = request as { actor?: Actor }
    const { url } = request.routeOptions
    const code = codes.get(request.raw)
    refusals.note({
      ...{ status, code },
      call: url === undefined ? null : `${request.method} ${url}`,
      actor: actor && 'id' in actor ? actor.id : null,
      ...{ address: request.ip, request_id: request.id },
      ...(code === foreignOrigin && { named: namedBy(request.raw) }),
    })
  })
  app.addHook('onClose', async () => refusals.close())
}
