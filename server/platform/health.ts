import type { FastifyInstance, FastifyRequest } from 'fastify'
import { registry } from './metrics.ts'

/** One thing that must work for the portal to be ready, and whether it does. */
export type Check = () => Promise<boolean> | boolean

/** Headers that a proxy adds: the caller is then elsewhere, even if the proxy is on this machine. */
const ofProxy = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Parts a node can do without for a while: it still serves what it has, and no other node could do better. */
const mayLack: readonly string[] = ['bus', 'bridge', 'ingest', 'clock']

/** /healthz: alive. /readyz: each part with its state. /metrics: Prometheus, for this machine only unless configured. */
export function serveHealth(app: FastifyInstance, checks: Record<string, Check>, metricsPublic: boolean): void {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await holds(check)) ? 'ready' : 'unavailable'] as const,
      ),
    )
    const ready = states.every(([name, state]) => state === 'ready' || mayLack.includes(name))
    return reply.code(ready ? 200 : 503).send({ ready, ...Object.fromEntries(states) })
  })
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
