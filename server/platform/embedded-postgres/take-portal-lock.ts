import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, statSync, unlinkSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeProcess, processNumberSpace } from './describe-process.ts'

/** Another running portal uses the data folder. */
export class DataFolderInUse extends Error {
  readonly code = 'data_folder_in_use'
  readonly dataDir: string
  /** process that holds the folder, by the number it has on its own machine or container */
  readonly pid: number | undefined

  constructor(dataDir: string, pid?: number, host?: string) {
    const who = pid === undefined ? 'another portal' : `process ${pid}`
    const where = host === undefined || host === hostname() ? '' : ` on ${host}`
    super(`The data folder ${dataDir} is in use by ${who}${where}. Stop that portal, or name another folder.`)
    this.name = 'DataFolderInUse'
    this.dataDir = dataDir
    this.pid = pid
  }
}

/** What a portal writes into its lock, as JSON. */
interface Holder {
  token: string
  pid: number
  startedAt?: string
  space: string
  host: string
}

export interface PortalLock {
  /** frees the folder; happens automatically when the process exits */
  release(): void
}

const heartbeatMs = 3_000
const longSilenceMs = 60_000

/**
 * Takes `<dataDir>/portal.lock` for this process, or throws DataFolderInUse. The lock of a killed portal is taken over.
 * Where the process number means nothing (another container or machine on the same folder), the holder counts as alive
 * unless it leaves the lock untouched for `silenceMs`.
 */
export async function takePortalLock(
  dataDir: string,
  log: (line: string) => void,
  silenceMs = 10_000,
): Promise<PortalLock> {
  const path = join(dataDir, 'portal.lock')
  const mine: Holder = {
    token: randomUUID(),
    pid: process.pid,
    startedAt: describeProcess(process.pid)?.startedAt,
    space: processNumberSpace(),
    host: hostname(),
  }
  let tookOver = false
  while (!createLock(path, mine)) {
    const found = readLock(path)
    if (found === undefined) continue
    // A lock without a holder is either being written right now or was cut short by a power cut.
    const alive = found.holder ? await isAlive(path, found.holder, log, silenceMs) : await showsLife(path, silenceMs)
    if (readLock(path)?.text !== found.text) continue
    if (alive) throw new DataFolderInUse(dataDir, found.holder?.pid, found.holder?.host)
    log(`The portal that used ${dataDir} before ended without giving it free; taking over.`)
    removeLock(path)
    tookOver = true
  }
  if (tookOver) {
    // Two portals may take over the same lock at the same time, and then the slower one removes the faster one's.
    await sleep(100)
    const now = readLock(path)?.holder
    if (now && now.token !== mine.token) throw new DataFolderInUse(dataDir, now.pid, now.host)
  }
  return keepLock(path, mine, log)
}

function keepLock(path: string, mine: Holder, log: (line: string) => void): PortalLock {
  const heartbeat = setInterval(() => {
    try {
      const now = new Date()
      utimesSync(path, now, now)
    } catch (error) {
      log(`Cannot touch the lock ${path}: ${(error as Error).message}`)
    }
  }, heartbeatMs)
  heartbeat.unref()
  const release = () => {
    clearInterval(heartbeat)
    process.off('exit', release)
    if (readLock(path)?.holder?.token === mine.token) removeLock(path)
  }
  process.on('exit', release)
  return { release }
}

async function isAlive(path: string, holder: Holder, log: (line: string) => void, silenceMs: number): Promise<boolean> {
  if (holder.space === processNumberSpace()) {
    const facts = describeProcess(holder.pid)
    if (facts === undefined) return false
    if (facts.startedAt && holder.startedAt) return facts.startedAt === holder.startedAt
  }
  log(`Watching whether process ${holder.pid} on ${holder.host} still uses the data folder.`)
  return showsLife(path, silenceMs)
}

/** Whether the lock is touched, written or removed while we watch: a living holder touches it every 3 s. */
async function showsLife(path: string, silenceMs: number): Promise<boolean> {
  const stamp = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const first = stamp()
  if (first !== undefined && Date.now() - first > longSilenceMs) return false
  for (let waited = 0; waited < silenceMs; waited += 200) {
    await sleep(200)
    if (stamp() !== first) return true
  }
  return false
}

function createLock(path: string, holder: Holder): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o644)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(file, `${JSON.stringify(holder)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return true
}

/** undefined: there is no lock; without `holder`: it is unreadable */
function readLock(path: string): { text: string; holder?: Holder } | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return { text, holder: JSON.parse(text) as Holder }
  } catch {
    return { text }
  }
}

function removeLock(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
