import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to the database that tests can cut. */
export interface Cable {
  readonly host: string
  readonly port: number
  /** Breaks all connections and blocks new ones until restored. */
  cut(): void
  mend(): void
  /** Keeps connections open but passes nothing on: neither side notices. */
  silence(): void
  close(): void
}

/** @param to address and port of the server, or the folder of its socket */
export async function layCable({ host = 'localhost', port = 5432 }: { host?: string; port?: number }): Promise<Cable> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    if (isCut) return void near.destroy()
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    cut,
    mend() {
      isCut = false
    },
    silence() {
      for (const socket of open) socket.unpipe().pause()
    },
    close() {
      cut()
      server.close()
    },
  }
}
