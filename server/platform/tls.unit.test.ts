import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { makeCertificate, openssl } from '../../tests/kit/certificate.ts'
import { createLog, type Log } from './log.ts'
import { registry } from './metrics.ts'
import { openTls } from './tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'eupnea-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

const put = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

it.skipIf(!openssl)('says how long the certificate holds, and that it has ended [DO-9]', async () => {
  const { cert, key } = makeCertificate()
  const files = [put('cert.pem', cert), put('key.pem', key)] as const
  const daysLeft = async () => (await registry.getSingleMetric('eupnea_certificate_days_left')!.get()).values[0]!.value
  const error = vi.fn()
  const log = Object.assign(createLog('silent'), { error }) as Log
  openTls(...files, log).close()
  expect(await daysLeft()).toBeGreaterThan(1.9)
  expect(await daysLeft()).toBeLessThan(2.1)
  expect(error).not.toHaveBeenCalled()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  openTls(...files, log).close()
  expect(await daysLeft()).toBeLessThan(-0.9)
  expect(error.mock.calls).toEqual([
    [{ ended: expect.any(String) }, 'the certificate expired: sensors and browsers refuse it'],
  ])
})

it.skipIf(!openssl)('says while the portal runs that it ends soon, and then that it has [DO-9]', async () => {
  const { cert, key } = makeCertificate()
  const said: [string, object][] = []
  const say = (about: object, line: string) => void said.push([line, about])
  const log = Object.assign(createLog('silent'), { warn: say, error: say }) as Log
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const tls = openTls(put('soon.pem', cert), put('soon-key.pem', key), log)
  vi.advanceTimersByTime(60 * 3_600_000)
  tls.close()
  vi.advanceTimersByTime(3 * 86_400_000)
  const [soon, over] = [
    'the certificate ends soon: renew it',
    'the certificate expired: sensors and browsers refuse it',
  ]
  expect(said.map(([line]) => line)).toEqual([soon, soon, over, over, over])
  expect(said[0]![1]).toEqual({ ends: expect.stringMatching(/^\d{4}-/) })
})

it.skipIf(!openssl)('names the file that can’t be used, and what is wrong with it [DO-9]', () => {
  const [mine, other] = [makeCertificate(), makeCertificate()]
  const [cert, key] = [put('cert.pem', mine.cert), put('key.pem', mine.key)]
  const [another, garbage] = [put('other.pem', other.key), put('garbage.pem', 'garbage')]
  const open = (certFile: string, keyFile: string) => () => openTls(certFile, keyFile, createLog('silent'))
  expect(open(garbage, key)).toThrow(`TLS_CERT: ${garbage} holds no certificate`)
  expect(open(key, cert)).toThrow(`TLS_CERT: ${key} holds no certificate`)
  expect(open(cert, garbage)).toThrow(`TLS_KEY: ${garbage} holds no private key`)
  expect(open(cert, another)).toThrow(`TLS_KEY: ${another} is not the key of the certificate in ${cert}`)
  const tls = open(cert, key)()
  expect(String(tls.options.cert)).toBe(mine.cert)
  tls.close()
})
