import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { makeCertificate, openssl } from '../../tests/kit/certificate.ts'
import { urlOf } from '../../tests/kit/connections.ts'
import { query } from '../../tests/kit/contents.ts'
import { openExternalDatabase } from './external-database.ts'

const server = inject('postgres')
const names = { good: 'external_good', ascii: 'external_ascii', small: 'external_small' }
const guest = { user: 'external_guest', password: 'guest' }
const urlFor = (database: string) => urlOf({ ...server, database })
const warned: string[] = []
const open = (url: string) => openExternalDatabase(url, (line) => void warned.push(line))

beforeAll(async () => {
  await query(server, `create role ${guest.user} login password '${guest.password}'`)
  // As docs/operations.md shows.
  await query(server, `create database ${names.good} encoding 'UTF8' locale 'C.UTF-8' template template0`)
  await query(
    server,
    `create database ${names.ascii} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
  )
  await query(
    server,
    `create database ${names.small} encoding 'UTF8' locale 'C' locale_provider libc template template0`,
  )
})
afterAll(async () => {
  await query(server, `drop role if exists ${guest.user}`)
  for (const name of Object.values(names)) await query(server, `drop database if exists ${name} with (force)`)
})

it('says what is wrong with DATABASE_URL', async () => {
  const failures = {
    [urlFor('external_none')]: 'database "external_none" does not exist. Make it',
    [urlOf({ ...server, password: 'wrong' })]: /password authentication failed .*\. Correct the user and password/,
    'postgres://nobody@127.0.0.1:1/x': /ECONNREFUSED .*\. Check that PostgreSQL runs there/,
    'postgres://nobody@portal.invalid/x': /portal\.invalid\. Correct the host/,
    [urlOf({ ...server, ...guest, database: names.good })]:
      'external_guest may not create tables there. Name the owner',
    [urlFor(names.ascii)]: 'has the encoding SQL_ASCII',
  }
  for (const [url, words] of Object.entries(failures)) {
    const { message } = (await open(url).catch((error: Error) => error)) as Error
    expect(message).toMatch(/^DATABASE_URL: /)
    expect(message).toMatch(words)
    expect(message).not.toContain(server.password)
  }
})

it('takes a database made as the documents show, and warns of one that knows no small letters but a to z', async () => {
  warned.length = 0
  expect(await open(urlFor(names.good))).toEqual({ connectionString: urlFor(names.good) })
  expect(warned).toEqual([])
  await open(urlFor(names.small))
  expect(warned).toEqual([expect.stringContaining('small letters')])
})

it('takes the password from PGPASSWORD where the address has none, as in compose.yaml', async () => {
  vi.stubEnv('PGPASSWORD', String(server.password))
  onTestFinished(() => void vi.unstubAllEnvs())
  const url = urlOf({ ...server, password: '', database: names.good })
  expect(url).not.toContain(server.password)
  expect(await open(url)).toEqual({ connectionString: url })
})

it('doesn’t wait minutes for a host that is away', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const opening = openExternalDatabase(`postgres://nobody@127.0.0.1:${port}/x`, () => {}, 100)
  await expect(opening).rejects.toThrow('DATABASE_URL: there is no answer. Check')
})

it.skipIf(!openssl)('says how to trust the authority of a server with TLS, and how to ask for TLS [DO-1]', async () => {
  const refusal = 'SFATAL\0C28000\0Mno pg_hba.conf entry for host "127.0.0.1", no encryption\0\0'
  const fatal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(refusal)])
  fatal.writeInt32BE(fatal.length - 1, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (asked) => {
      // The 8 bytes of SSLRequest; a startup message is longer.
      if (asked.length > 8) return socket.end(fatal)
      socket.write('S')
      new TLSSocket(socket, { isServer: true, ...makeCertificate() }).on('error', () => {})
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `postgres://nobody:secret@127.0.0.1:${(server.address() as AddressInfo).port}/x`
  await expect(open(`${url}?sslmode=verify-full`)).rejects.toThrow(
    /^DATABASE_URL: its certificate isn't from an authority .* Set NODE_EXTRA_CA_CERTS to the PEM file/,
  )
  await expect(open(url)).rejects.toThrow(/no encryption\. .* end the address with \?sslmode=verify-full$/)
})
