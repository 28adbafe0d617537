import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { callHeartbeat } from './call-heartbeat.ts'

let server: Server
let calls: string[]
let unwellSince: number | null
let stop: () => void

beforeEach(async () => {
  calls = []
  unwellSince = null
  server = createServer(({ method, url }, response) => {
    calls.push(`${method} ${url}`)
    response.end('OK')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/4711?rid=1`
  stop = callHeartbeat({ url, unwellSince: () => unwellSince, log: createLog('silent'), everyMs: 50 })
})
afterEach(() => {
  stop()
  server.close()
})

it('calls while all is well; otherwise nothing but /fail, once, after a minute [AN-10]', async () => {
  const well = 'GET /ping/4711?rid=1'
  await expect.poll(() => calls.length).toBeGreaterThan(2)
  expect(new Set(calls)).toEqual(new Set([well]))
  unwellSince = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 100))
  calls = []
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(calls).toEqual([])
  unwellSince = Date.now() - 60_000
  await expect.poll(() => calls).toEqual(['GET /ping/4711/fail?rid=1'])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(calls).toHaveLength(1)
  unwellSince = null
  await expect.poll(() => calls.slice(1, 3)).toEqual([well, well])
})
