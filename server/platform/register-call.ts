import { Readable } from 'node:stream'
import { allows } from '@eupnea/contract/access.ts'
import type { Call } from '@eupnea/contract/call.ts'
import { csvEnding, takesCsv } from '@eupnea/contract/csv.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { carryBrowser, carrySession } from './carry-cookies.ts'
import { type Actor, actorOfCall, holderOf } from './context.ts'
import type { createCsv } from './csv.ts'
import type { Databases } from './database.ts'
import { forbidden, proofDue, unauthenticated } from './errors.ts'
import { FileAnswer } from './file-answer.ts'
import { type IdentifyOptions, identify } from './identify.ts'
import type { Log } from './log.ts'
import { parseInput } from './parse-input.ts'
import { refuseOtherFormats } from './refuse-formats.ts'
import type { Route } from './route.ts'
import { sendFile } from './send-file.ts'
import { browserCookie } from './session-cookie.ts'
import { StatedAnswer } from './stated-answer.ts'
import { takeBody } from './take-body.ts'

export interface CallOptions extends IdentifyOptions {
  readonly databases: Databases
  readonly log: Log
}

export const bodyBytes = 2 * 1024 * 1024
/** Limit for callers who manage nobody: parsing two megabytes of JSON blocks everything for half a second. */
const shortBodyBytes = 16 * 1024
const bytesOfBody = ({ access }: Call) =>
  access === 'public' || access.roles.includes('Member') ? shortBodyBytes : bodyBytes

/** Binds a call of the contract: who may make it, its input, its answer. @throws Error when it lacks `access` */
export function registerCall(
  app: FastifyInstance,
  options: CallOptions,
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
        // foreign_key_violation: the caller may have been deleted meanwhile, and nothing can belong to them any more.
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

export const fastifyPath = (path: string): string => `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
