import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describeProcess, listProcessesIn } from '../../server/platform/embedded-postgres/describe-process.ts'
import { readServerMark } from '../../server/platform/embedded-postgres/free-cluster.ts'

/** Processes of the PostgreSQL in a portal's data folder: the server and its children. */
function postgresOf(dataDir: string): number[] {
  const cluster = join(realpathSync(dataDir), 'postgres')
  const marked = readServerMark(cluster)?.pid ?? 0
  // A dead server's number may belong to another program by now.
  return [...new Set([marked, ...(listProcessesIn(cluster) ?? [])])].filter(
    (pid) => pid > 0 && describeProcess(pid)?.name === 'postgres',
  )
}

/** Signals all of them, the server first: SIGKILL is a power cut, SIGSTOP and SIGCONT a frozen disk. */
export function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  for (const pid of postgresOf(dataDir))
    try {
      process.kill(pid, signal)
    } catch (error) {
      // A child that just ended with its server.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}
