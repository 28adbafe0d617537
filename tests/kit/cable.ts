import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to the database that can be cut. */
export interface Cable {
  readonly host: string
  readonly port: number
  /** Both ends lose what is connected, and nothing new comes through until it is mended. */
  cut(): void
  mend(): void
  /** What is connected stays so and hears no more: neither end is told. */
  silence(): void
  close(): void
}

/** @param to its address, or the folder of its socket, and its port */
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
