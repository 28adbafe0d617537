import { m } from '@eupnea/texts'
import type { FastifyInstance } from 'fastify'
import { PortalError } from './errors.ts'
import { fastifyPath } from './register-call.ts'
import type { Route } from './route.ts'

/** A known path with an unsupported method answers 405, not 404 (AP-3). */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  // Calls of one path may name their parameters differently.
  const byPath = Map.groupBy(routes, ({ call }) => call.path.replaceAll(/\{\w+\}/g, '{}'))
  for (const those of byPath.values())
    refuseMethodsBut(app, fastifyPath(those[0]!.call.path), new Set(those.map(({ call }) => call.method)))
}

/** Every other method of a path answers 405. */
export function refuseMethodsBut(app: FastifyInstance, url: string, known: ReadonlySet<string>): void {
  // Fastify answers HEAD itself where GET exists.
  const isKnown = (method: string) => known.has(method) || (method === 'HEAD' && known.has('GET'))
  const methods = [...known].join(', ')
  const allowed = known.has('GET') ? `${methods}, HEAD` : methods
  app.route({
    method: app.supportedMethods.filter((method) => !isKnown(method)),
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed)
      throw new PortalError(405, 'method_not_allowed', m.platform_method({ methods }))
    },
    handler: () => {},
  })
}
