import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { createOutgoing } from '../platform/outgoing.ts'
import { createKeys } from './fetch-keys.ts'
import type { AccountRow } from './service-accounts.sql.ts'

it('a server of keys that wants another protocol fails, and holds up no sign-in [FH-2]', async () => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'
  const server = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.write(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const jwks_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
  const account = { id: 'ehr', jwks: null, jwks_url, may_be_private: true } as AccountRow
  await expect(createKeys(createOutgoing())(account, 'key', 'ES384')).rejects.toThrow('status 101')
  server.close()
})
