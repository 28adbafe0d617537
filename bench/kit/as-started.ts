import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs the command again in a process with compiled code, as `npm start` does from the second start on, and exits with
 * it. Does nothing within that process.
 * @param short options of a short run, which compiles the code
 */
export function asStarted(short: readonly string[]): void {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'eupnea-compiled-'))
  const env = { ...process.env, NODE_COMPILE_CACHE: folder }
  const command = process.argv.slice(1)
  spawnSync(process.execPath, [...command, ...short], { env, stdio: 'ignore' })
  const { status } = spawnSync(process.execPath, command, { env, stdio: 'inherit' })
  rmSync(folder, { recursive: true, force: true })
  process.exit(status ?? 1)
}
