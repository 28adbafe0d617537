import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOutgoing } from '../platform/outgoing.ts'
import { createKeys } from './fetch-keys.ts'
import type { AccountRow } from './service-accounts.sql.ts'

/** Servers of keys that misbehave. */

let published: unknown
const server = createServer((_request, response) => void response.end(JSON.stringify(published)))

beforeEach(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterEach(() => void server.close())

function keyOf(kid: string) {
  const jwks_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
  const account = { id: 'ehr', jwks: null, jwks_url, may_be_private: true } as AccountRow
  return createKeys(createOutgoing())(account, kid, 'ES384')
}

it('one that wants another protocol fails, and holds up no sign-in [FH-2]', async () => {
  server.once('connection', (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
  )
  await expect(keyOf('key')).rejects.toThrow('status 101')
})

it('unusable keys among them are left out [FH-2]', async () => {
  const good = { ...(await exportJWK((await generateKeyPair('ES384')).publicKey)), kid: 'good' }
  const wrong = [null, 5, { ...good, kid: 'cut', x: 'AAAA' }, { ...good, kid: 'other', use: 'enc' }]
  published = { keys: [...wrong, good] }
  expect(await keyOf('good')).toMatchObject(good)
  expect([await keyOf('cut'), await keyOf('other')]).toEqual([undefined, undefined])
  for (published of [null, 5, { keys: {} }, { keys: [null] }]) expect(await keyOf('good')).toBeUndefined()
})
