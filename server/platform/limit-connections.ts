import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'
import { createCountedLog } from './log-refusals.ts'

/** How many files and connections the system lets this process have open. */
function mostOpenFiles(): number {
  // Otherwise the report would ask for the names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } }
  const soft = userLimits?.open_files.soft
  return typeof soft === 'number' ? soft : 20_000
}

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
