import { execFile } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chooseAddress, defaultListen, type Listen } from './choose-address.ts'
import {
  chooseRunAs,
  giveFolder,
  openDataFolder,
  type RootMethod,
  type RunAs,
  refuseForeignCluster,
} from './choose-run-as.ts'
import { askForPassword, createCluster, readPassword, superuser } from './create-cluster.ts'
import { findBinaries, type PostgresBinaries } from './find-binaries.ts'
import { freeCluster } from './free-cluster.ts'
import { listSettings } from './list-settings.ts'
import { databaseName, type ServerPlan } from './run-server.ts'
import { superviseServer, type UnexpectedExit } from './supervise-server.ts'
import { takePortalLock } from './take-portal-lock.ts'

export interface EmbeddedPostgresOptions {
  /** folder used only by this portal; created if missing */
  dataDir: string
  /** receives the server's log and the launcher's messages, line by line */
  log: (line: string) => void
  /** PostgreSQL settings that override the portal's */
  settings?: Record<string, string>
  /** called when the server ended unexpectedly; it restarts after `restartInMs` */
  onExit?: (exit: UnexpectedExit) => void
  /** how root gives up its rights for PostgreSQL; by default the first that works here, in the type's order */
  rootMethod?: RootMethod
  /** by default a Unix socket, and on Windows a loopback port; both ask for a password */
  listen?: Listen
}

export interface EmbeddedPostgres {
  /** settings for `pg`: the superuser of the embedded cluster. They stay the same when the server is restarted. */
  connection: { host: string; port: number; user: string; password: string; database: string }
  /**
   * stops the server cleanly (sessions are cut, commits are kept); resolves when it is gone and the data folder is free
   */
  stop(): Promise<void>
}

/**
 * Starts the portal's own PostgreSQL in `<dataDir>/postgres` and keeps it running until stop(). Creates it at the first
 * start, and replaces one that a killed portal left running.
 * @throws DataFolderInUse while another portal uses the folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  makeDataFolder(resolve(options.dataDir))
  const dataDir = realpathSync(options.dataDir)
  const lock = await takePortalLock(dataDir, options.log)
  try {
    const plan = await planServer(dataDir, options)
    const server = await superviseServer(plan, options.onExit ?? (() => {})).catch((error: unknown) => {
      plan.address.remove()
      throw error
    })
    const stop = async () => {
      await server.stop()
      plan.address.remove()
      lock.release()
    }
    let stopped: Promise<void> | undefined
    const { host, port } = plan.address
    return {
      connection: { host, port, user: superuser, password: plan.password, database: databaseName },
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Only the owner may enter the data folder; missing folders above it get the usual rights. */
function makeDataFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

async function planServer(dataDir: string, options: EmbeddedPostgresOptions): Promise<ServerPlan> {
  const { log } = options
  await refuseForeignCluster(dataDir)
  const binaries = findBinaries(dataDir)
  const runAs = await chooseRunAs(binaries, options.rootMethod, log)
  openDataFolder(runAs, dataDir)
  const cluster = await createCluster(dataDir, binaries, runAs, log)
  // First of all: the server of a killed portal may still use the cluster and the socket.
  await freeCluster(cluster, binaries, log)
  askForPassword(cluster)
  giveFolder(runAs, cluster)
  const listen = options.listen ?? defaultListen()
  const address = await chooseAddress(dataDir, listen, runAs)
  const walCompression = await bestWalCompression(cluster, binaries, runAs)
  return {
    cluster,
    binaries,
    runAs,
    address,
    password: readPassword(cluster),
    settings: { ...listSettings(walCompression, options.settings), ...address.settings },
    log,
  }
}

/** lz4 costs next to nothing, but not every build has it; pglz always exists and still saves most of the writing. */
async function bestWalCompression(cluster: string, binaries: PostgresBinaries, runAs: RunAs): Promise<string> {
  const words = [
    ...runAs.prefix,
    binaries.postgres,
    '-C',
    'wal_compression',
    '-D',
    cluster,
    '-c',
    'wal_compression=lz4',
  ]
  try {
    await promisify(execFile)(words[0]!, words.slice(1), { ...runAs.user, env: binaries.env })
    return 'lz4'
  } catch {
    return 'pglz'
  }
}
