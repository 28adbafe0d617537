import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Sends as fast as the readers read: the same pacing for every server compared. */

export interface Saturated {
  readonly ticks: number
  /** of this process, within the period */
  readonly cpuSeconds: number
}

/** Tracks a server's sockets. */
export function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** Sends a tick whenever the system has accepted the previous one from every socket. */
export async function saturate(
  sockets: ReadonlySet<Socket>,
  seconds: number,
  send: (tick: number) => void,
): Promise<Saturated> {
  const before = process.cpuUsage()
  const end = performance.now() + seconds * 1_000
  let ticks = 0
  while (performance.now() < end) {
    send(ticks++)
    await nextTurn()
    for (const socket of sockets) if (socket.writableNeedDrain) await once(socket, 'drain')
  }
  const { user, system } = process.cpuUsage(before)
  return { ticks, cpuSeconds: (user + system) / 1_000_000 }
}
