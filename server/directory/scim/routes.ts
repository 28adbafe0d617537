import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, type CtxOrigin, withCtx } from '../../platform/context.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { takeJsonAs } from '../../platform/take-json.ts'
import { hashToken } from '../../sessions/index.ts'
import { selectClientOfToken } from '../directory.sql.ts'
import { type GroupRow, lockDirectory, type SentRow, selectGroups, selectSent } from '../people.sql.ts'
import { withOurNames, withoutSchema } from './attributes.ts'
import { parseFilter, type Resource } from './filter.ts'
import {
  createSentGroup,
  deleteSentGroup,
  groupResource,
  readGroup,
  type SentGroup,
  sentGroup,
  updateSentGroup,
} from './groups.ts'
import { applyPatch } from './patch.ts'
import { errorSchema, listSchema, mostResources, resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'
import { notAnObject, ScimError, scimErrorOf } from './scim-error.ts'
import { readUser, type SentPerson, userResource } from './user-resource.ts'
import { createSent, deleteSent, sentUser, updateSent } from './users.ts'

/**
 * SCIM 2.0 (RFC 7643, 7644) below /scim/v2, by which the house's directory sends its people and groups (SI-1). It isn't
 * part of the contract: paths, messages and errors are the standard's, and only a directory's token opens it.
 */

export interface ScimOptions {
  readonly database: Database
  readonly log: Log
  readonly baseUrl: () => string
}

const mediaType = 'application/scim+json; charset=utf-8'

interface Asked {
  readonly Params: { readonly id: string }
  readonly Querystring: Readonly<Record<string, string | undefined>>
}

/** What a directory sends: its people, or its groups. */
interface Kind<Row, Given> {
  /** @param known the value that a filter requires an attribute to have */
  select(ctx: Ctx, known: (attribute: string) => string | undefined): Promise<readonly Row[]>
  find(ctx: Ctx, id: string): Promise<Row>
  create(ctx: Ctx, given: Given): Promise<Row>
  update(ctx: Ctx, id: string, given: Given): Promise<Row>
  remove(ctx: Ctx, id: string): Promise<void>
  read(body: Resource): Given
  resourceOf(row: Row, base: string): Resource
}

const users: Kind<SentRow, SentPerson> = {
  select: (ctx, known) =>
    selectSent(ctx, { id: known('id'), user_name: known('username'), external_id: known('externalid') }),
  ...{ find: sentUser, create: createSent, update: updateSent, remove: deleteSent },
  ...{ read: readUser, resourceOf: userResource },
}

const groups: Kind<GroupRow, SentGroup> = {
  select: (ctx, known) => selectGroups(ctx, { name: known('displayname') }),
  ...{ find: sentGroup, create: createSentGroup, update: updateSentGroup, remove: deleteSentGroup },
  ...{ read: readGroup, resourceOf: groupResource },
}

export async function serveScim(app: FastifyInstance, { database, log, baseUrl }: ScimOptions): Promise<void> {
  const base = () => new URL('/scim/v2', baseUrl()).href

  const originOf = (request: FastifyRequest, name: string): CtxOrigin => ({
    ...{ database, log, actor: { type: 'job', name }, requestId: request.id, address: request.ip },
    userAgent: request.headers['user-agent'],
  })
  /** The directory whose token it is. @throws ScimError 401 */
  const clientOf = async (request: FastifyRequest): Promise<string> => {
    const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const client =
      token && (await withCtx(originOf(request, 'scim'), (ctx) => selectClientOfToken(ctx, hashToken(token))))
    if (!client) throw new ScimError(401, 'The token is missing, or was revoked')
    return client.name
  }

  await app.register(
    async (scope) => {
      takeJsonAs(scope, 'application/scim+json')
      scope.decorateRequest('directory', '')
      scope.setErrorHandler((error, request, reply) => answerError(log, error, request, reply))
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store').type(mediaType)
        request.setDecorator('directory', await clientOf(request))
        for (const [name, value] of Object.entries(request.query as object))
          if (typeof value !== 'string') throw new ScimError(400, `${name} may be given only once`, 'invalidValue')
      })
      /** One at a time, as what a person, their groups and their account say must agree. */
      const within = <T>(request: FastifyRequest, work: (ctx: Ctx) => Promise<T>, reads = false): Promise<T> =>
        withCtx(originOf(request, `SCIM ${request.getDecorator<string>('directory')}`), async (ctx) => {
          if (!reads) await lockDirectory(ctx)
          return work(ctx)
        })

      // Its own route, because the web app answers what no other route does.
      scope.all('/*', () => {
        throw new ScimError(404, 'There is no such resource')
      })
      scope.get('/ServiceProviderConfig', async () => serviceProviderConfig(base()))
      for (const [path, all] of [
        ['/ResourceTypes', resourceTypes],
        ['/Schemas', schemas],
      ] as const) {
        scope.get(path, async () => listed(all(base()), {}))
        scope.get<Asked>(`${path}/:id`, async ({ params }) => {
          const found = all(base()).find(({ id }) => id === params.id)
          if (!found) throw new ScimError(404, 'There is no such resource')
          return found
        })
      }

      const serve = <Row, Given>(path: string, kind: Kind<Row, Given>) => {
        const resourceOf = (row: Row) => kind.resourceOf(row, base())
        scope.get<Asked>(path, async (request) => {
          const { filter, known } = askedFor(request.query.filter)
          const rows = await within(request, (ctx) => kind.select(ctx, known), true)
          return listed(rows.map(resourceOf).filter(filter), request.query)
        })
        scope.get<Asked>(`${path}/:id`, async (request) => {
          const row = await within(request, (ctx) => kind.find(ctx, request.params.id), true)
          return shown(resourceOf(row), request.query)
        })
        scope.post(path, async (request, reply) => {
          const row = await within(request, (ctx) => kind.create(ctx, kind.read(bodyOf(request))))
          return created(reply, resourceOf(row))
        })
        scope.put<Asked>(`${path}/:id`, async (request) => {
          const given = kind.read(bodyOf(request))
          return resourceOf(await within(request, (ctx) => kind.update(ctx, request.params.id, given)))
        })
        scope.patch<Asked>(`${path}/:id`, async (request) => {
          const { id } = request.params
          const row = await within(request, async (ctx) => {
            const before = resourceOf(await kind.find(ctx, id))
            return kind.update(ctx, id, kind.read(applyPatch(before, bodyOf(request))))
          })
          return resourceOf(row)
        })
        scope.delete<Asked>(`${path}/:id`, async (request, reply) => {
          await within(request, (ctx) => kind.remove(ctx, request.params.id))
          return reply.code(204).send()
        })
      }
      serve('/Users', users)
      serve('/Groups', groups)
    },
    { prefix: '/scim/v2' },
  )
}

function bodyOf({ body }: FastifyRequest): Resource {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject()
  return withOurNames(body) as Resource
}

function created(reply: FastifyReply, resource: Resource): Resource {
  reply.code(201).header('location', (resource.meta as { location: string }).location)
  return resource
}

/** A filter for all resources, and what it requires that the database can look for. */
function askedFor(text: string | undefined) {
  if (!text) return { filter: () => true, known: () => undefined }
  const { test, equalities } = parseFilter(text)
  const known = (attribute: string): string | undefined => {
    const value = equalities?.[attribute]
    return typeof value === 'string' ? value : undefined
  }
  return { filter: test, known }
}

/** A page: `startIndex` from 1, and at most `count` (RFC 7644, section 3.4.2.4). */
function listed(all: readonly Resource[], query: Asked['Querystring']) {
  const startIndex = Math.max(1, numberOf(query, 'startIndex') ?? 1)
  const count = Math.min(mostResources, Math.max(0, numberOf(query, 'count') ?? 100))
  const page = all.slice(startIndex - 1, startIndex - 1 + count).map((resource) => shown(resource, query))
  return { schemas: [listSchema], totalResults: all.length, startIndex, itemsPerPage: page.length, Resources: page }
}

/** @returns null where it isn't given, or is empty */
function numberOf(query: Asked['Querystring'], name: 'startIndex' | 'count'): number | null {
  const text = query[name]
  if (!text) return null
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, `${name} is a number`, 'invalidValue')
  return Number(text)
}

/** Attributes that are always returned (RFC 7644, section 3.9). */
const always = ['id', 'schemas', 'meta']

function shown(resource: Resource, { attributes, excludedAttributes }: Asked['Querystring']): Resource {
  const namesOf = (text: string) => text.split(',').map((name) => withoutSchema(name).split('.')[0]!.toLowerCase())
  const wanted = attributes ? namesOf(attributes) : null
  const unwanted = excludedAttributes ? namesOf(excludedAttributes) : []
  const isShown = (name: string) =>
    always.includes(name) || ((wanted?.includes(name.toLowerCase()) ?? true) && !unwanted.includes(name.toLowerCase()))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)))
}

function answerError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = scimErrorOf(error)
  if (!known) log.error({ err: error, request_id: request.id, url: request.routeOptions.url }, 'SCIM failed')
  const { status, message, scimType, retryAfter } = known ?? new ScimError(500, 'The portal failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfter) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .type(mediaType)
    .header('cache-control', 'no-store')
    .send({ schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail: message })
}
