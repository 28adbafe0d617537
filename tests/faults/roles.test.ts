import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { checkHealth } from '../kit/check-health.ts'
import { movable, moveClock } from '../kit/move-clock.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** Nodes with only some roles; proxies and containers check each one's health. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal | undefined

afterEach(async () => {
  await portal?.kill()
  await folder?.remove()
})

test.each(['ingest', 'jobs'])('a node of ROLES=%s tells its health, and nothing else [LI-9]', async (role) => {
  folder = await temporaryFolder()
  portal = await spawnPortal({ dataDir: folder.path, env: { ROLES: role }, signIn: false })
  const { http, mqtt } = portal
  expect(mqtt !== null).toBe(role === 'ingest')
  const get = async (path: string) => (await fetch(http + path)).status
  for (const path of ['/healthz', '/readyz', '/metrics']) expect([path, await get(path)]).toEqual([path, 200])
  for (const path of ['/', '/api/host', '/docs']) expect([path, await get(path)]).toEqual([path, 404])
  const socket = new WebSocket(`${http.replace('http', 'ws')}/live?token=nobody`)
  await new Promise((resolve) => socket.on('error', resolve))

  const { port: PORT } = new URL(http)
  expect(await checkHealth({ PORT })).toBe(0)
  expect(await portal.stop()).toBe(0)
  expect(await checkHealth({ PORT })).toBe(1)
})

test('a node without sensors knows by the database that its clock is wrong [WA-6]', async () => {
  folder = await temporaryFolder()
  portal = await spawnPortal({ dataDir: folder.path, env: { ...movable, ROLES: 'web' } })
  const { http } = portal
  const clock = async () => ((await (await fetch(`${http}/readyz`)).json()) as { clock: string }).clock
  expect(await clock()).toBe('ready')
  await moveClock(portal, 70)
  await expect.poll(clock, { timeout: 30_000 }).toBe('unavailable')
})
