import { spawnSync } from 'node:child_process'
import type { PostgresBinaries } from './find-binaries.ts'

/** SIGINT: fast shutdown, which ends the connections. SIGQUIT: at once, with recovery at the next start. */
export type ShutdownSignal = 'SIGINT' | 'SIGQUIT'

/** Signals a PostgreSQL process; one that is gone already is fine. Does not wait, so it fits the exit event. */
export function signalPostgres(binaries: PostgresBinaries, pid: number, signal: ShutdownSignal): void {
  if (process.platform === 'win32') {
    // Windows has no such signals; PostgreSQL listens for them on a pipe of its own.
    spawnSync(binaries.pgCtl, ['kill', signal.slice(3), String(pid)], { env: binaries.env, windowsHide: true })
    return
  }
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
