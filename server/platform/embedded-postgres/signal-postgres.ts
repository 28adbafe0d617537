import { spawnSync } from 'node:child_process'
import type { PostgresBinaries } from './find-binaries.ts'

/** SIGINT: fast shutdown, which ends connections. SIGQUIT: immediate, with recovery at the next start. */
export type ShutdownSignal = 'SIGINT' | 'SIGQUIT'

/** Signals a PostgreSQL process; does nothing if it is gone. Doesn't wait, so it can run in the exit event. */
export function signalPostgres(binaries: PostgresBinaries, pid: number, signal: ShutdownSignal): void {
  if (process.platform === 'win32') {
    // Windows has no such signals; PostgreSQL listens on its own pipe instead.
    spawnSync(binaries.pgCtl, ['kill', signal.slice(3), String(pid)], { env: binaries.env, windowsHide: true })
    return
  }
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
