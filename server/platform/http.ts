import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import type { Server as TlsServer } from 'node:tls'
import { allows } from '@eupnea/contract/access.ts'
import type { Call } from '@eupnea/contract/call.ts'
import { csvEnding, takesCsv } from '@eupnea/contract/csv.ts'
import { m } from '@eupnea/texts'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { answerError } from './answer-error.ts'
import { awaitBody, fileMs } from './await-body.ts'
import { carryBrowser, carrySession } from './carry-cookies.ts'
import { answerClientError } from './client-error.ts'
import { compressAnswers } from './compress-answers.ts'
import { type Actor, actorOfCall, holderOf } from './context.ts'
import { createCsv } from './csv.ts'
import type { Databases } from './database.ts'
import { endConnections } from './end-connections.ts'
import { forbidden, PortalError, proofDue, unauthenticated } from './errors.ts'
import { FileAnswer } from './file-answer.ts'
import { limitConnections } from './limit-connections.ts'
import type { Log } from './log.ts'
import { noteRefusals } from './note-refusals.ts'
import { foreignOrigin, isForeign } from './own-origin.ts'
import { parseInput } from './parse-input.ts'
import { createProtect } from './protect.ts'
import { refuseOtherFormats } from './refuse-formats.ts'
import type { Route } from './route.ts'
import { sendFile } from './send-file.ts'
import { browserCookie, sessionCookie } from './session-cookie.ts'
import { StatedAnswer } from './stated-answer.ts'
import { takeBody } from './take-body.ts'
import { takeJson } from './take-json.ts'
import { serverOf, type Tls } from './tls.ts'

const bodyBytes = 2 * 1024 * 1024
/** Limit for callers who manage nobody: parsing two megabytes of JSON blocks everything for half a second. */
const shortBodyBytes = 16 * 1024
const bytesOfBody = ({ access }: Call) =>
  access === 'public' || access.roles.includes('Member') ? shortBodyBytes : bodyBytes

export interface HttpOptions {
  readonly routes: readonly Route[]
  readonly databases: Databases
  readonly log: Log
  /** proxies in front, each of which adds an address to X-Forwarded-For; Fastify itself doesn't accept a number here */
  readonly trustProxy: number
  /** people use https: the session cookie is marked Secure */
  readonly secure: boolean
  /** the portal's public address */
  readonly baseUrl: () => string
  /** null: plain HTTP, as behind a proxy */
  readonly tls?: Tls | null
  /** the actor of a session token; null when it is unknown, ended or expired */
  authenticate(token: string): Promise<Actor | null>
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
    // What still arrives while it stops is answered as usual, and its connection is closed then.
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
  for (const route of options.routes) register(app, options, route, csv)
  refuseOtherMethods(app, options.routes)
  return app
}

function register(
  app: FastifyInstance,
  options: HttpOptions,
  { call, verb, run, status, role = 'requests' }: Route,
  csv: ReturnType<typeof createCsv>,
): void {
  // A call without declared access must not be reachable, even if the types were bypassed (rule 5).
  if (!call.access) throw new Error(`Call ${call.name} declares no access`)
  const declaration: RouteOptions = {
    method: call.method,
    url: fastifyPath(call.path),
    bodyLimit: bytesOfBody(call),
    // Before the body is read: someone who may not make the call learns nothing else, and their body isn't read.
    onRequest: async (request) => {
      const actor = await identify(options, request)
      request.setDecorator('actor', actor)
      if (call.access !== 'public') {
        const holder = holderOf(actor)
        if (!holder) throw unauthenticated()
        if (!allows(call.access, holder)) throw forbidden()
        if (call.fresh && actor.type === 'user' && !actor.isProved) throw proofDue()
      }
      request.setDecorator('actor', actorOfCall(actor, call.access))
    },
    handler: async (request, reply) => {
      const actor = request.getDecorator<Actor>('actor')
      refuseOtherFormats(call, request)
      const input = parseInput(call, request)
      let keptBrowser: string | undefined
      const origin = {
        database: options.databases[role],
        actor,
        log: options.log,
        requestId: request.id,
        address: request.ip,
        userAgent: request.headers['user-agent'],
        browser: {
          token: request.cookies[browserCookie(options.secure)] ?? null,
          keep: (token: string) => {
            keptBrowser = token
          },
        },
        header: (name: string) => request.headers[name]?.toString(),
        ...(call.carries === 'signed' && { body: String(request.body ?? '') }),
      }
      const isOnCsvPath = request.routeOptions.url?.endsWith(csvEnding) === true
      if (verb && takesCsv(call) && (isOnCsvPath || asksForCsv(request)))
        return csv({ origin, call, verb, input, reply })
      const body = call.carries === 'upload' ? uploadOf(request) : undefined
      const output = await run(origin, input, body).catch(async (error: Error & { code?: string }) => {
        // foreign_key_violation: whoever was deleted meanwhile would have made something of nobody's.
        const isOfNobody = error.code === '23503' && actor.type !== 'anonymous'
        throw isOfNobody && (await identify(options, request)).type === 'anonymous' ? unauthenticated() : error
      })
      reply.code(status)
      if (output instanceof FileAnswer) return sendFile(output, reply)
      if (output instanceof StatedAnswer) return state(output, call, reply)
      reply.header('cache-control', 'no-store')
      if (call.mediaType) reply.header('content-type', call.mediaType)
      carrySession(options.secure, call.name, output, reply)
      if (keptBrowser !== undefined) carryBrowser(options.secure, keptBrowser, reply)
      return output
    },
  }
  if (verb && takesCsv(call)) app.route({ ...declaration, url: fastifyCsvPath(call.path), exposeHeadRoute: false })
  if (!call.carries) return void app.route(declaration)
  app.register(async (scope) => {
    takeBody(scope, call.carries)
    scope.route(declaration)
  })
}

function state({ status, headers, body }: StatedAnswer, { mediaType }: Call, reply: FastifyReply): FastifyReply {
  reply.code(status).header('cache-control', 'no-store')
  if (mediaType && body !== undefined) reply.header('content-type', mediaType)
  return reply.headers(headers).send(body)
}

const uploadOf = ({ body }: FastifyRequest): Readable => (body instanceof Readable ? body : Readable.from([]))

/** By header, or in the address for links, which can't set headers. JSON wins if both are accepted. */
function asksForCsv({ method, headers, query }: FastifyRequest): boolean {
  if (method !== 'GET') return false
  const { format } = query as { format?: unknown }
  if (format !== undefined) return format === 'csv'
  const accepted = headers.accept ?? ''
  return accepted.includes('text/csv') && !accepted.includes('application/json')
}

/** The ending belongs to no parameter. */
const fastifyCsvPath = (path: string): string => `${fastifyPath(path).replace(/(:\w+)$/, '$1(^[^/.]+)')}${csvEnding}`

const fastifyPath = (path: string): string => `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

const tokenOf = (request: FastifyRequest, secure: boolean): { token: string; fromCookie: boolean } | null => {
  const header = request.headers.authorization
  const bearer = header?.match(/^bearer +(.+)$/i)?.[1]
  if (bearer) return { token: bearer.trim(), fromCookie: false }
  const token = request.cookies[sessionCookie(secure)]
  return token ? { token, fromCookie: true } : null
}

async function identify(options: HttpOptions, request: FastifyRequest): Promise<Actor> {
  const given = tokenOf(request, options.secure)
  if (!given) return { type: 'anonymous' }
  // SameSite=Strict keeps the cookie from other sites' requests; browsers that ignore it still name the page and site.
  if (given.fromCookie && isForeign(request, { secure: options.secure, baseUrl: options.baseUrl() }))
    throw new PortalError(403, foreignOrigin, m.platform_origin_foreign())
  const site = request.headers['sec-fetch-site']
  if (given.fromCookie && request.method !== 'GET' && site && site !== 'same-origin' && site !== 'none')
    return { type: 'anonymous' }
  return (await options.authenticate(given.token)) ?? { type: 'anonymous' }
}

/** A known path with an unsupported method answers 405, not 404 (AP-3). */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const methods = new Map<string, Set<string>>()
  for (const { call } of routes) {
    // Calls of one path may name their parameters differently.
    const path = fastifyPath(call.path).replaceAll(/:\w+/g, ':p')
    methods.getOrInsertComputed(path, () => new Set()).add(call.method)
  }
  for (const { call } of routes) {
    const url = fastifyPath(call.path)
    const known = methods.get(url.replaceAll(/:\w+/g, ':p'))
    if (!known) continue
    methods.delete(url.replaceAll(/:\w+/g, ':p'))
    refuseMethodsBut(app, url, known)
  }
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
