import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../kit/find-program.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { freePorts, type RunningProgram, startProgram } from '../kit/start-program.ts'

/** NATS and another broker over TLS, with certificates from a private authority (LI-1, LI-9). */

const [openssl, natsServer, mosquitto] = ['openssl', 'nats-server', 'mosquitto'].map((name) => findProgram(name))
const patience = { timeout: 60_000 }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const programs: RunningProgram[] = []
const portals: SpawnedPortal[] = []
let ports: number[]
const file = (name: string) => join(folder.path, name)

/** Creates an authority and its certificate for this machine, by name and address. */
function makeCertificates(): void {
  const run = (...words: string[]) => execFileSync(openssl!, words, { stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  run('req', '-x509', ...key, '-keyout', file('ca.key'), '-out', file('ca.pem'), '-days', '2', '-subj', '/CN=House')
  run('req', ...key, '-keyout', file('key.pem'), '-out', file('request.pem'), '-subj', '/CN=localhost')
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1')
  const by = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('names')]
  run('x509', '-req', '-in', file('request.pem'), ...by, '-out', file('cert.pem'), '-days', '2')
}
const start = async (name: string, env: Record<string, string>) => {
  const portal = await spawnPortal({ dataDir: file(name), signIn: false, env })
  portals.push(portal)
  return async () => (await fetch(`${portal.http}/readyz`)).json()
}

describe.skipIf(!openssl || !natsServer || !mosquitto)('TLS to the outside (skipped without its servers)', () => {
  beforeAll(async () => {
    folder = await temporaryFolder()
    makeCertificates()
    ports = await freePorts(3)
    const [secure, plain, broker] = ports as [number, number, number]
    const nats = (port: number, ...words: string[]) =>
      startProgram(natsServer!, ['-a', '127.0.0.1', '-p', String(port), ...words], port)
    const tls = ['--tls', '--tlscert', file('cert.pem'), '--tlskey', file('key.pem')]
    programs.push(await nats(secure, ...tls, '--user', 'node', '--pass', '4711'), await nats(plain))
    const lines = [`listener ${broker} 127.0.0.1`, 'allow_anonymous true', `user root`]
    writeFileSync(
      file('mosquitto.conf'),
      [...lines, `certfile ${file('cert.pem')}`, `keyfile ${file('key.pem')}`, ''].join('\n'),
    )
    programs.push(await startProgram(mosquitto!, ['-c', file('mosquitto.conf')], broker))
  })
  afterAll(async () => {
    await Promise.all(portals.map((portal) => portal.stop()))
    await Promise.all(programs.map((program) => program.stop()))
    await folder?.remove()
  })

  test.each(['localhost', '127.0.0.1'])('works for who knows the authority: %s [LI-1][LI-9]', async (host) => {
    const ready = await start(host, {
      BUS_URL: `tls://node:4711@${host}:${ports[0]}`,
      MQTT_URL: `mqtts://${host}:${ports[2]}`,
      NODE_EXTRA_CA_CERTS: file('ca.pem'),
    })
    await expect.poll(ready, patience).toMatchObject({ bus: 'ready', bridge: 'ready' })
  })

  test('says nothing to who shows another certificate, or none [LI-1][LI-9]', async () => {
    const [secure, plain, broker] = ports
    const urls = { MQTT_URL: `mqtts://localhost:${broker}`, LOG_LEVEL: 'info' }
    const strange = await start('strange', { ...urls, BUS_URL: `tls://node:4711@localhost:${secure}` })
    const bare = await start('bare', { BUS_URL: `tls://localhost:${plain}`, NODE_EXTRA_CA_CERTS: file('ca.pem') })
    const tried = () => portals.at(-2)!.stderr() + portals.at(-1)!.stderr()
    await expect.poll(() => tried().match(/bus: not reached/g)?.length, patience).toBe(2)
    expect(await strange()).toMatchObject({ bus: 'unavailable', bridge: 'unavailable' })
    expect(await bare()).toMatchObject({ bus: 'unavailable' })
  })
})
