import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** Builds the current web app into a separate folder. @returns the folder, and how to remove it */
export async function buildApp(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'eupnea-dashboard-'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', 'web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    {
      cwd: root,
    },
  )
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
