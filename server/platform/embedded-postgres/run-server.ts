import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Address } from './choose-address.ts'
import type { RunAs } from './choose-run-as.ts'
import { superuser } from './create-cluster.ts'
import type { PostgresBinaries } from './find-binaries.ts'
import { freeCluster, readServerMark } from './free-cluster.ts'
import { settingArguments } from './list-settings.ts'
import { type ShutdownSignal, signalPostgres } from './signal-postgres.ts'

/** the portal's own database in the cluster */
export const databaseName = 'eupnea'

export interface ServerExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunningServer {
  pid: number
  ended: Promise<ServerExit>
  /** begins the shutdown; does nothing if the server has ended. Doesn't wait, so it can run in the exit event. */
  shutDown(signal: ShutdownSignal): void
}

/** Everything needed to start the server, the first time and after a crash. */
export interface ServerPlan {
  cluster: string
  binaries: PostgresBinaries
  runAs: RunAs
  address: Address
  password: string
  settings: Record<string, string>
  log: (line: string) => void
}

const tailLines = 30
/** 57P03: PostgreSQL is starting up; the others come from the system */
const notYet = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])
const lockPatienceMs = 5_000

/**
 * Starts the server and waits until it accepts connections to the portal's database, however long recovery takes.
 * `onSpawn` gets each process immediately, so that it can be stopped meanwhile.
 * @throws Error with the end of the server's log if it ends instead
 */
export async function runServer(plan: ServerPlan, onSpawn: (server: RunningServer) => void): Promise<RunningServer> {
  const began = performance.now()
  for (;;) {
    await freeCluster(plan.cluster, plan.binaries, plan.log)
    plan.address.clear()
    const { server, tail } = await spawnServer(plan)
    onSpawn(server)
    try {
      await waitUntilReady(plan, server)
      return server
    } catch (error) {
      server.shutDown('SIGINT')
      const { code, signal } = await server.ended
      const text = await tail()
      // The remains of a killed server disappear within a second or two, partly where we can't see them.
      const locked = /postmaster\.pid" already exists|shared memory block .* is still in use/.test(text)
      if (!locked || performance.now() - began > lockPatienceMs)
        throw new Error(
          `PostgreSQL did not start: ${(error as Error).message} (exit ${signal ?? code}). Its log ends with:\n${text}`,
          { cause: error },
        )
      await sleep(500)
    }
  }
}

/** @returns the process, and a function that returns the end of its log once it has ended */
async function spawnServer(plan: ServerPlan): Promise<{ server: RunningServer; tail: () => Promise<string> }> {
  const { binaries, runAs, cluster, settings, log } = plan
  const words = [...runAs.prefix, binaries.postgres, '-D', cluster, ...settingArguments(settings)]
  const child = spawn(words[0]!, words.slice(1), {
    ...runAs.user,
    env: binaries.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group, so that Ctrl-C ends the portal, which then ends the server when it no longer needs it.
    detached: true,
    windowsHide: true,
  })
  await once(child, 'spawn')
  const pid = child.pid!
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > tailLines) lines.shift()
    log(line)
  })
  const closed = once(child, 'close')
  // Not `close`: a child of a killed server may keep the log open for long.
  const ended = once(child, 'exit').then(([code, signal]): ServerExit => ({ code, signal }))
  const server: RunningServer = {
    pid,
    ended,
    shutDown(signal) {
      if (child.exitCode === null && child.signalCode === null) signalPostgres(binaries, pid, signal)
    },
  }
  return {
    server,
    async tail() {
      await Promise.race([closed, sleep(1_000)])
      return lines.join('\n')
    },
  }
}

async function waitUntilReady(plan: ServerPlan, server: RunningServer): Promise<void> {
  let over = false
  void server.ended.then(() => {
    over = true
  })
  const began = performance.now()
  let told = 0
  for (;;) {
    if (over) throw new Error('it ended while starting')
    const mark = readServerMark(plan.cluster)
    // Connecting before it is ready would fill its log with refusals.
    if (mark?.pid === server.pid && mark.status === 'ready' && (await openDatabase(plan))) return
    const seconds = Math.floor((performance.now() - began) / 1000)
    if (seconds >= told + 10) {
      told = seconds
      plan.log(`PostgreSQL is not ready after ${seconds} s (${mark?.status ?? 'starting'}); waiting on.`)
    }
    await sleep(15)
  }
}

/**
 * Connects once and creates the portal's database if missing.
 * @returns false while the server accepts no connections
 */
async function openDatabase({ address, password }: ServerPlan): Promise<boolean> {
  const { host, port } = address
  const client = new pg.Client({ host, port, user: superuser, password, database: 'postgres', ssl: false })
  // The calls below report errors; without a listener the client would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
    return true
  } catch (error) {
    if (notYet.has((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    await client.end()
  }
}
