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
  /** Takes connections but passes nothing on until restored. Resolves with the first. */
  hold(): Promise<void>
  /** Passes on what new connections say; what was held stays so. */
  forget(): void
  /** how many connections there are */
  readonly connections: number
  close(): void
}

/** @param to address and port of the server, or the folder of its socket */
export async function layCable({ host = 'localhost', port = 5432 }: { host?: string; port?: number }): Promise<Cable> {
  const open = new Set<Socket>()
  let isCut = false
  let held: { readonly first: PromiseWithResolvers<void>; readonly begin: (() => void)[] } | null = null
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
    const begin = () => near.pipe(far).pipe(near)
    if (!held) return void begin()
    held.begin.push(begin)
    held.first.resolve()
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
      for (const begin of held?.begin ?? []) begin()
      held = null
    },
    silence() {
      for (const socket of open) socket.unpipe().pause()
    },
    hold() {
      held = { first: Promise.withResolvers<void>(), begin: [] }
      return held.first.promise
    },
    forget() {
      held = null
    },
    get connections() {
      return open.size / 2
    },
    close() {
      cut()
      server.close()
    },
  }
}
