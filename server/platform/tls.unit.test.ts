import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeCertificate, openssl } from '../../tests/kit/certificate.ts'
import { createLog } from './log.ts'
import { openTls } from './tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'eupnea-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

const put = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

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
