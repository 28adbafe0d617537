import { readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeProcess, listProcessesIn, type ProcessFacts } from './describe-process.ts'
import type { PostgresBinaries } from './find-binaries.ts'
import { type ShutdownSignal, signalPostgres } from './signal-postgres.ts'

/** The parts of PostgreSQL's `postmaster.pid` that the portal uses. */
export interface ServerMark {
  pid: number
  /** `starting`, `ready`, `stopping`; absent at the very beginning */
  status?: string
}

/** What the server in `cluster`, running or killed, wrote about itself. */
export function readServerMark(cluster: string): ServerMark | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Makes sure that no server uses `cluster`: ends one left behind by a killed portal, and waits for the remains of one
 * that was itself killed. Only touches processes that are a PostgreSQL of this very folder. Call only while holding the
 * portal lock.
 */
export async function freeCluster(
  cluster: string,
  binaries: PostgresBinaries,
  log: (line: string) => void,
): Promise<void> {
  const mark = readServerMark(cluster)
  if (!mark) return
  const found = mark.pid > 0 ? describeProcess(mark.pid) : undefined
  if (found && worksOn(found, cluster)) {
    log(`PostgreSQL (process ${mark.pid}) of a portal that was killed still runs; shutting it down.`)
    await end(
      [mark.pid],
      [
        { signal: 'SIGINT', waitMs: 60_000 },
        { signal: 'SIGQUIT', waitMs: 10_000 },
      ],
      binaries,
      log,
    )
    return
  }
  // A killed server's children notice its end themselves, unless they are in a long query.
  const children = listProcessesIn(cluster)?.filter((pid) => describeProcess(pid)?.name === 'postgres') ?? []
  await end(children, [{ waitMs: 2_000 }, { signal: 'SIGQUIT', waitMs: 10_000 }], binaries, log)
  if (found?.name && (found.name !== 'postgres' || found.folder)) {
    // The number now belongs to another program, typically after a power cut. PostgreSQL would take that program for
    // the holder of its lock and never start.
    log(`Removing the lock of an ended PostgreSQL; process ${mark.pid} is "${found.name}" now.`)
    unlinkSync(join(cluster, 'postmaster.pid'))
  }
}

async function end(
  pids: number[],
  steps: { signal?: ShutdownSignal; waitMs: number }[],
  binaries: PostgresBinaries,
  log: (line: string) => void,
): Promise<void> {
  const started = new Map(pids.map((pid) => [pid, describeProcess(pid)?.startedAt]))
  const living = () =>
    pids.filter((pid) => describeProcess(pid)?.startedAt === started.get(pid) && describeProcess(pid))
  for (const { signal, waitMs } of steps) {
    if (signal) for (const pid of living()) signalPostgres(binaries, pid, signal)
    for (let waited = 0; waited < waitMs; waited += 20) {
      if (living().length === 0) return
      if (waited > 0 && waited % 10_000 === 0) log(`Process ${living().join(', ')} is still shutting down.`)
      await sleep(20)
    }
  }
  if (living().length > 0) throw new Error(`PostgreSQL (process ${living().join(', ')}) does not end.`)
}

function worksOn(facts: ProcessFacts, cluster: string): boolean {
  if (facts.name !== 'postgres') return false
  // PostgreSQL works inside its data folder; where the system doesn't say so, its command line names the folder.
  return facts.folder === undefined ? facts.commandLine.includes(`-D ${cluster}`) : facts.folder === cluster
}
