import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { serveHealth } from './health.ts'

let app: FastifyInstance
afterEach(() => app.close())

const serve = async (metricsPublic: boolean) => {
  app = Fastify()
  serveHealth(app, { checks: {}, diskReport: () => ({}), metricsPublic })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return async (headers: Record<string, string> = {}) => (await fetch(`${url}/metrics`, { headers })).status
}

const throughProxies: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Real-IP': '203.0.113.9' },
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
]

it('shows its metrics to this machine, and to nobody behind a proxy on it', async () => {
  const ask = await serve(false)
  expect(await ask()).toBe(200)
  for (const headers of throughProxies) expect(await ask(headers)).toBe(404)
})

it('shows its metrics to everybody where the operator wants it so', async () => {
  const ask = await serve(true)
  for (const headers of throughProxies) expect(await ask(headers)).toBe(200)
})

const well = {
  database: true,
  events: true,
  broker: true,
  ingest: true,
  disk: true,
  jobs: true,
  bus: true,
  clock: true,
}

const ask = async (path: string, holds: Record<string, boolean>) => {
  app = Fastify()
  const checks = Object.fromEntries(Object.entries(holds).map(([name, isWell]) => [name, () => isWell]))
  serveHealth(app, { checks, diskReport: () => ({ free_bytes: 1 }), metricsPublic: false })
  const answer = await app.inject(path)
  return { status: answer.statusCode, ...answer.json() }
}

it('says which method it takes [AP-3]', async () => {
  await serve(false)
  for (const url of ['/healthz', '/readyz'])
    expect((await app.inject({ method: 'POST', url })).headers.allow, url).toBe('GET, HEAD')
})

it('names every part, and is ready while readings can be stored [AN-11]', async () => {
  expect(await ask('/readyz', well)).toMatchObject({
    status: 200,
    ready: true,
    ...{ database: 'ready', ingest: 'ready', jobs: 'ready', bus: 'ready', clock: 'ready' },
    disk: { state: 'ready', free_bytes: 1 },
  })
  for (const part of ['database', 'ingest', 'disk'])
    expect(await ask('/readyz', { ...well, [part]: false }), part).toMatchObject({ status: 503, ready: false })
  for (const part of ['bus', 'jobs', 'clock'])
    expect(await ask('/readyz', { ...well, [part]: false }), part).toMatchObject({ status: 200, [part]: 'unavailable' })
  // A node that only serves pages.
  expect(await ask('/readyz', { database: true, events: true })).toMatchObject({
    status: 200,
    ...{ ingest: 'off', jobs: 'off', bus: 'off' },
  })
})

it('tells a proxy whether pages are served, also while readings are refused [AN-11]', async () => {
  const full = { ...well, ingest: false, disk: false }
  expect((await ask('/readyz?role=web', full)).status).toBe(200)
  expect((await ask('/readyz?role=ingest', full)).status).toBe(503)
  expect((await ask('/readyz?role=web', { ...well, database: false })).status).toBe(503)
  expect((await ask('/readyz?role=ingest', { database: true, events: true })).status).toBe(503)
})
