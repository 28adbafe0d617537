import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** Resource use of processes, read from /proc; on other systems the figures are null. */

const ticksPerSecond = 100
const isLinux = process.platform === 'linux'

interface Stat {
  readonly parent: number
  /** user and system time including ended children, seconds */
  readonly cpuSeconds: number
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may contain spaces, so fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ]
    return { parent: Number(fields[1]), cpuSeconds: (user + system + childrenUser + childrenSystem) / ticksPerSecond }
  } catch {
    return null
  }
}

/** A process and all its descendants, including PostgreSQL's own processes. */
export function treeOf(pid: number): number[] {
  if (!isLinux) return [pid]
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(Number(name))
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)])
  }
  const tree = [pid]
  for (const one of tree) tree.push(...(children.get(one) ?? []))
  return tree
}

/** CPU seconds of these processes since their start. The difference of two readings is what was used in between. */
export const cpuSecondsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (statOf(pid)?.cpuSeconds ?? 0), 0)

/**
 * Memory of these processes in MB as PSS: pages shared by several (PostgreSQL's buffers, libraries) are counted once,
 * divided among them.
 */
export function memoryOf(pids: readonly number[]): number | null {
  if (!isLinux) return null
  let kilobytes = 0
  for (const pid of pids) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
    } catch {
      // ended meanwhile
    }
  }
  return (kilobytes * 1024) / 1_000_000
}

/** CPU seconds that the machine has spent on anything. */
function machineCpuSeconds(): number {
  const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'latin1')
    .split('\n')[0]!
    .split(/\s+/)
    .map(Number)
  return (user! + nice! + system! + irq! + softirq! + steal!) / ticksPerSecond
}

/**
 * Measures how much of the machine others use: its total CPU time minus that of this benchmark's processes.
 * @returns a function that returns how many cores others have used since
 */
export function watchOthers(): () => number | null {
  if (!isLinux) return () => null
  const read = () => ({ at: performance.now(), machine: machineCpuSeconds(), own: cpuSecondsOf(treeOf(process.pid)) })
  const before = read()
  return () => {
    const now = read()
    const others = now.machine - before.machine - (now.own - before.own)
    return Math.max(0, others / ((now.at - before.at) / 1_000))
  }
}

/**
 * Tracks the peak memory of a process and its descendants.
 * @returns a function that stops and returns the peak in MB
 */
export function watchMemory(pid: number): () => number | null {
  let peak = memoryOf(treeOf(pid))
  const look = () => {
    const now = memoryOf(treeOf(pid))
    if (now !== null && now > (peak ?? 0)) peak = now
  }
  const timer = setInterval(look, 1_000)
  return () => {
    clearInterval(timer)
    look()
    return peak
  }
}

export const loadAverage = (): string =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')
