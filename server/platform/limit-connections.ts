import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'
import { createCountedLog } from './log-refusals.ts'
import { mostOpenFiles } from './open-files.ts'

const words = {
  first: 'too many HTTP connections: one was closed',
  again: 'too many HTTP connections: others were closed',
}

/**
 * Anybody can open connections and leave them open. They get half of what the process may have open: the rest is for
 * sensors, the database and files.
 */
export function limitConnections(app: FastifyInstance<Server>, log: Log): void {
  const closed = createCountedLog(log)
  app.server.maxConnections = Math.floor(mostOpenFiles() / 2)
  app.server.on('drop', (peer) => closed.note('connection', { address: peer?.remoteAddress }, words))
  app.addHook('onClose', async () => closed.close())
}
