import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** Outside programs that are too large for `npm ci` (170 MB); `npm run conformance` installs them. */

const folder = resolve('tests/conformance/outside')

/** @throws Error when npm can't */
export function installOutside(): void {
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error('The outside programs could not be installed')
}

/** Their types come with them, so that what is used is said here, as T. */
export const outside = <T>(name: string): T => createRequire(resolve(folder, 'package.json'))(name) as T
