import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listAuditEntries } from '@eupnea/contract/audit.ts'
import { topics } from '@eupnea/contract/live.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../kit/find-program.ts'
import { isAction, openLive } from '../kit/live-client.ts'
import { admin, type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { freePorts, type RunningProgram, startProgram } from '../kit/start-program.ts'
import { createWard } from '../kit/ward.ts'
import { openWire } from './wire.ts'

/** deploy/haproxy.cfg, with only addresses and ports changed, in front of a portal. */

const haproxy = findProgram('haproxy')

describe.skipIf(!haproxy)(`proxy${haproxy ? '' : ' (skipped: no haproxy, and none can be installed)'}`, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let portal: SpawnedPortal
  let proxy: RunningProgram
  let pages: number
  let sensors: number
  let http: string

  beforeAll(async () => {
    folder = await temporaryFolder()
    portal = await spawnPortal({ dataDir: join(folder.path, 'data'), env: { TRUST_PROXY: '1' } })
    const [httpPort, mqttPort] = [portal.http, portal.mqtt].map((url) => new URL(url).port)
    ;[pages, sensors] = (await freePorts(2)) as [number, number]
    http = `http://127.0.0.1:${pages}`
    const text = (await readFile('deploy/haproxy.cfg', 'utf8'))
      .replaceAll(/portal-\d:8080/g, `127.0.0.1:${httpPort}`)
      .replaceAll(/portal-\d:1883 check port 8080/g, `127.0.0.1:${mqttPort} check port ${httpPort}`)
      .replace('bind :8080', `bind 127.0.0.1:${pages}`)
      .replace('bind :1883', `bind 127.0.0.1:${sensors}`)
    const file = join(folder.path, 'haproxy.cfg')
    await writeFile(file, text)
    proxy = await startProgram(haproxy!, ['-db', '-f', file], pages)
    // The proxy first checks the portal's health.
    while ((await fetch(`${http}/readyz`)).status !== 200) await sleep(100)
  })
  afterAll(async () => {
    await proxy?.stop()
    await portal?.kill()
    await folder?.remove()
  })

  it('nobody says for themselves from where they come, and metrics stay inside [AP-5]', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' }
    const signedIn = await fetch(`${http}/api/auth/sign-in`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    })
    expect(signedIn.status).toBe(200)
    const { items } = await portal.send(listAuditEntries, { act: 'session.sign-in' })
    expect(items[0]!.address).toBe('127.0.0.1')
    expect((await fetch(`${http}/metrics`)).status).toBe(404)
  })

  it('a sensor’s reading goes through it, and to a dashboard [LI-1]', async () => {
    const { clinic_id, beds } = await createWard(portal, 'proxied', 1)
    const { device_id, key } = beds[0]!
    const dashboard = openLive(http, { token: portal.token, type: 'clinic', clinic_id })
    const sensor = await openWire({ port: sensors, ...key })
    try {
      await dashboard.next(isAction('snapshot'))
      await sensor.publish(topics.telemetry(device_id), JSON.stringify({ ts: Date.now(), rr: 16.5, dist: 0.9 }))
      expect(await dashboard.next(isAction('rr'))).toMatchObject({ device_id, rr: 16.5 })
    } finally {
      sensor.close()
      dashboard.close()
    }
  })
})
