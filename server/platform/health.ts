import type { FastifyInstance, FastifyRequest } from 'fastify'
import { registry } from './metrics.ts'
import { refuseMethodsBut } from './refuse-methods.ts'

/** One thing that must work for the portal to be ready, and whether it does. */
export type Check = () => Promise<boolean> | boolean

/** Headers that a proxy adds: the caller is then elsewhere, even if the proxy is on this machine. */
const ofProxy = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * What a node needs to do its work. Without the others it serves what it has, and no other node could do better; it is
 * not ready whenever readings can't be stored.
 */
const needs = {
  web: ['database', 'events'],
  ingest: ['database', 'events', 'broker', 'ingest', 'disk'],
} as const

/** Parts that are always named, `off` where this node doesn't have them. */
const named = ['database', 'ingest', 'jobs', 'bus', 'disk', 'clock']

type State = 'ready' | 'unavailable' | 'off'

export interface Health {
  readonly checks: Record<string, Check>
  /** what else is to be known of the disk */
  diskReport(): object
  readonly metricsPublic: boolean
}

/**
 * /healthz: alive. /readyz: each part with its state; with `?role=web` or `?role=ingest`, ready says whether it can do
 * that work, for a proxy. /metrics: Prometheus, for this machine only unless configured.
 */
export function serveHealth(app: FastifyInstance, { checks, diskReport, metricsPublic }: Health): void {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get<{ Querystring: { role?: string } }>('/readyz', async ({ query }, reply) => {
    const found = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]): Promise<[string, State]> => [name, (await holds(check)) ? 'ready' : 'unavailable'],
      ),
    )
    const states: Record<string, State> = Object.fromEntries([...named.map((name) => [name, 'off']), ...found])
    const ready =
      query.role === 'web' || query.role === 'ingest'
        ? needs[query.role].every((name) => states[name] === 'ready')
        : [...needs.web, ...needs.ingest].every((name) => states[name] !== 'unavailable')
    return reply.code(ready ? 200 : 503).send({ ready, ...states, disk: { state: states.disk, ...diskReport() } })
  })
  for (const path of ['/healthz', '/readyz']) refuseMethodsBut(app, path, new Set(['GET']))
  app.get('/metrics', async (request, reply) => {
    if (!metricsPublic && !isOfThisMachine(request)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const isOfThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.has(socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => ofProxy.test(name))

/** A check that takes longer than two seconds fails. */
async function holds(check: Check): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), 2_000)
  try {
    return await Promise.race([Promise.resolve(check()), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
