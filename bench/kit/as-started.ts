import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs the command again in a process that finds its code compiled, as `npm start` has it from the second start on, and
 * ends with it. In that process it does nothing.
 * @param short options of a short run, which compiles
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
