import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:tls'
import { m } from '@eupnea/texts'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { answerError } from './answer-error.ts'
import { awaitBody, fileMs } from './await-body.ts'
import { answerClientError } from './client-error.ts'
import { compressAnswers } from './compress-answers.ts'
import { createCsv } from './csv.ts'
import { endConnections } from './end-connections.ts'
import { PortalError } from './errors.ts'
import { tokenOf } from './identify.ts'
import { limitConnections } from './limit-connections.ts'
import { noteRefusals } from './note-refusals.ts'
import { createProtect } from './protect.ts'
import { refuseOtherMethods } from './refuse-methods.ts'
import { bodyBytes, type CallOptions, registerCall } from './register-call.ts'
import type { Route } from './route.ts'
import { takeJson } from './take-json.ts'
import { serverOf, type Tls } from './tls.ts'

export interface HttpOptions extends CallOptions {
  readonly routes: readonly Route[]
  /** proxies in front, each of which adds an address to X-Forwarded-For; Fastify itself doesn't accept a number here */
  readonly trustProxy: number
  /** null: plain HTTP, as behind a proxy */
  readonly tls?: Tls | null
}

/** The HTTP server with every call of the contract that `routes` binds. @throws Error when a call lacks `access` */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance<Server>> {
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytes,
    trustProxy: (_address: string, hop: number) => hop < options.trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // While it stops, requests that still arrive are answered as usual, and then their connections are closed.
    return503OnClosing: false,
    requestTimeout: fileMs,
    clientErrorHandler: answerClientError,
    ...serverOf(options.tls ?? null),
    // Errors that Fastify raises before it finds a route, such as an invalid path.
    frameworkErrors: (error, request, reply) => void answerError(options.log, error, request, reply),
  })
  if (options.tls) options.tls.follow(app.server as unknown as TlsServer)
  // Comes before Fastify, which refuses some requests without running its hooks.
  app.server.prependListener('request', awaitBody)
  endConnections(app)
  limitConnections(app, options.log)
  app.decorateRequest('actor')
  noteRefusals(app, options.log, (request) => tokenOf(request, options.secure) !== null)
  // After an unread body on a request that offered an upgrade, Node reads no further requests from that connection.
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close')
  })
  await app.register(cookie)
  compressAnswers(app)
  takeJson(app)
  // Created once: Fastify's own plugin creates it for each request.
  const protect = createProtect(options.secure)
  app.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, (error) => done(error as Error | undefined)),
  )
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(options.log, error, request, reply))
  const noRoute = () =>
    new PortalError(404, 'route_not_found', m.common_not_found(), { title: m.common_not_found_title() })
  // Runs before the body is read, so that errors in the body don't hide a 404.
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) throw noRoute()
  })
  app.setNotFoundHandler((request, reply) => answerError(options.log, noRoute(), request, reply))
  const csv = createCsv()
  for (const route of options.routes) registerCall(app, options, route, csv)
  refuseOtherMethods(app, options.routes)
  return app
}
