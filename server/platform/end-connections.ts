import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long running requests and answers may take to finish, ms. */
const patienceMs = 4_000

/**
 * Cuts remaining connections some time after closing began: half a request, or a refused socket that doesn't answer its
 * close, would keep the portal from stopping. Node itself forgets connections once they have been upgraded to sockets.
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
