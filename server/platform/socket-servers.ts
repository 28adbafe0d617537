import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import type { Tls } from './tls.ts'

/** Listening sockets that aren't HTTP's. */

const handshakeMs = 10_000

export function secureServer(tls: Tls, serve: (socket: Socket) => void): Server {
  const server = createSecureServer({ ...tls.options, handshakeTimeout: handshakeMs }, serve)
  tls.follow(server)
  return server
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

export const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
