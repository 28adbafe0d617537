import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { RunAs } from './choose-run-as.ts'
import type { PostgresBinaries } from './find-binaries.ts'

/** superuser of the embedded cluster */
export const superuser = 'postgres'

const draftPrefix = 'postgres.new-'
const passwordFile = 'portal-password'

/** The superuser's password. */
export function readPassword(cluster: string): string {
  return readFileSync(join(cluster, passwordFile), 'utf8').trim()
}

/** Up to version 1.6.0 the socket asked for no password. Call only while no server runs. */
export function askForPassword(cluster: string): void {
  const file = join(cluster, 'pg_hba.conf')
  const before = readFileSync(file, 'utf8')
  const after = before.replaceAll(/^(\s*(?:local|host)\w*\b.*?)\btrust\s*$/gm, '$1scram-sha-256')
  if (after !== before) writeFileSync(file, after, { flush: true })
}

/**
 * Creates `<dataDir>/postgres` unless it exists. It is created under another name and renamed once it is complete and
 * on disk, so a kill or power cut leaves either none or a good one. Call only while holding the portal lock.
 */
export async function createCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  log: (line: string) => void,
): Promise<string> {
  const cluster = join(dataDir, 'postgres')
  removeDrafts(dataDir, log)
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster
  if (existsSync(cluster)) {
    if (readdirSync(cluster).length > 0)
      throw new Error(`${cluster} holds files but no PostgreSQL data. Move them away, then start again.`)
    rmdirSync(cluster)
  }
  log('Creating the database; this happens once.')
  const draft = mkdtempSync(join(dataDir, draftPrefix))
  try {
    const password = join(draft, passwordFile)
    writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
    if (runAs.owner) for (const path of [password, draft]) chownSync(path, runAs.owner.uid, runAs.owner.gid)
    await initdb(join(draft, 'cluster'), password, binaries, runAs)
    renameSync(password, join(draft, 'cluster', passwordFile))
    syncFolder(join(draft, 'cluster'))
    renameSync(join(draft, 'cluster'), cluster)
    syncFolder(dataDir)
  } finally {
    removeDrafts(dataDir, log)
  }
  return cluster
}

function initdb(folder: string, password: string, binaries: PostgresBinaries, runAs: RunAs): Promise<void> {
  const words = [
    ...runAs.prefix,
    binaries.initdb,
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    // Also on the socket, although its folder admits only the portal's user: the roles are kept apart by it (DO-1).
    '--auth-local=scram-sha-256',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own collation, so that indexes stay valid when the system's locales are updated.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    // initdb syncs its files at the end. That takes a tenth of a second and must happen before the rename: later
    // commits rely on these files, which the write-ahead log doesn't contain.
  ]
  return new Promise((done, fail) => {
    const child = spawn(words[0]!, words.slice(1), {
      ...runAs.user,
      env: binaries.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', fail)
    child.once('close', (code, signal) =>
      code === 0 ? done() : fail(new Error(`initdb ended with ${signal ?? code}:\n${output.trim()}`)),
    )
  })
}

function removeDrafts(dataDir: string, log: (line: string) => void): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(draftPrefix))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
    } catch (error) {
      // The initdb of a killed portal may still write into it; the next start removes it.
      log(`Cannot remove ${name} yet: ${(error as Error).message}`)
    }
  }
}

function syncFolder(folder: string): void {
  // Windows can't open folders, and writes renames through by itself.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
