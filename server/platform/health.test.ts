import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { serveHealth } from './health.ts'

let app: FastifyInstance
afterEach(() => app.close())

const serve = async (metricsPublic: boolean) => {
  app = Fastify()
  serveHealth(app, {}, metricsPublic)
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
