import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { vi } from 'vitest'
import { prepareDataFolder } from '../../../tests/kit/data-folder.ts'
import { describeProcess } from './describe-process.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts'

export const onLinux = process.platform === 'linux'
export const patience = { timeout: 20_000, interval: 50 }

/** A data folder for one test, with everything the test started on it. */
export interface TestFolder {
  root: string
  dataDir: string
  /** the logs of all servers started by `start` */
  lines: string[]
  /** creates an empty database, which takes seconds */
  prepare(): Promise<void>
  start(options?: Partial<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres>
  /** a portal in its own process, not yet ready */
  spawnPortal(): ChildProcess
  /** the running server, by its own mark in the data folder */
  serverPid(): number | undefined
  /** ends everything and removes the folder */
  clear(): Promise<void>
}

export function makeTestFolder(): TestFolder {
  const root = mkdtempSync(join(tmpdir(), 'eupnea-test-'))
  // Root without user namespaces runs the server as nobody, who needs access.
  chmodSync(root, 0o711)
  const started: EmbeddedPostgres[] = []
  const portals: ChildProcess[] = []
  const folder: TestFolder = {
    root,
    dataDir: join(root, 'data'),
    lines: [],
    prepare: () => prepareDataFolder(folder.dataDir),
    async start(options = {}) {
      const log = (line: string) => folder.lines.push(line)
      const server = await startEmbeddedPostgres({ dataDir: folder.dataDir, log, ...options })
      started.push(server)
      return server
    },
    spawnPortal() {
      const portal = spawn(process.execPath, [join(import.meta.dirname, 'portal.fixture.ts'), folder.dataDir], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      portals.push(portal)
      return portal
    },
    serverPid() {
      const file = join(folder.dataDir, 'postgres', 'postmaster.pid')
      if (!existsSync(file)) return undefined
      const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
      return describeProcess(pid)?.name === 'postgres' ? pid : undefined
    },
    async clear() {
      for (const portal of portals) portal.kill('SIGKILL')
      for (const server of started) await server.stop()
      // The server of a killed portal, if the test started no other.
      const pid = folder.serverPid()
      if (pid) process.kill(pid, 'SIGQUIT')
      await vi.waitUntil(() => folder.serverPid() === undefined, patience)
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return folder
}

export async function ask(
  connection: EmbeddedPostgres['connection'],
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export async function portalReady(portal: ChildProcess): Promise<EmbeddedPostgres['connection']> {
  const [line] = await once(createInterface({ input: portal.stdout! }), 'line')
  return JSON.parse(line as string) as EmbeddedPostgres['connection']
}

export async function killPortal(portal: ChildProcess): Promise<void> {
  const gone = once(portal, 'exit')
  portal.kill('SIGKILL')
  await gone
}
