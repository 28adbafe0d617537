import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Who answers or is answered until then comes to an end of their own, ms. */
const patienceMs = 4_000

/**
 * Cuts off what is still connected some time after closing began: half a request that is held back, or a socket that
 * was refused and does not answer its close, would keep the portal from its end. Node itself knows of connections no
 * more once they have become sockets.
 */
export function endConnections(app: FastifyInstance<Server>): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, patienceMs).unref()
  })
}
