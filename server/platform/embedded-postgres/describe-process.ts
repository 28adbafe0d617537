import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What the operating system says about a running process; absent where it doesn't say. */
export interface ProcessFacts {
  /** name of the program, such as `postgres` */
  name: string
  /** program and arguments as one line */
  commandLine: string
  /** working directory */
  folder?: string
  /** distinguishes two processes that had the same number one after the other */
  startedAt?: string
}

/**
 * Facts about process `pid`, or undefined if it doesn't exist. A zombie counts as gone, because it holds nothing any
 * more.
 */
export function describeProcess(pid: number): ProcessFacts | undefined {
  if (process.platform === 'linux') return fromProc(pid)
  if (!exists(pid)) return undefined
  return process.platform === 'win32' ? fromPowerShell(pid) : fromPs(pid)
}

/** Processes whose working directory is `folder`; undefined on systems that don't say (all but Linux). */
export function listProcessesIn(folder: string): number[] | undefined {
  if (process.platform !== 'linux') return undefined
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && fromProc(pid)?.folder === folder)
}

/** The machine and process namespace in which process numbers are unique. */
export function processNumberSpace(): string {
  if (process.platform !== 'linux') return process.platform
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function fromProc(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in brackets and may itself contain spaces and brackets; the fields follow the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return {
      name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
      folder: workingDirectory(pid),
      startedAt: fields[19],
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It belongs to somebody else or is just ending.
    return undefined
  }
}

function fromPs(pid: number): ProcessFacts | undefined {
  const ask = (what: string) =>
    spawnSync('ps', ['-o', `${what}=`, '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    }).stdout.trim()
  const program = ask('comm')
  if (program === '') return undefined
  return { name: baseName(program), commandLine: ask('command'), startedAt: ask('lstart') }
}

function fromPowerShell(pid: number): ProcessFacts {
  const query = `$p = Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}'; $p.CreationDate.Ticks; $p.Name; $p.CommandLine`
  const { stdout } = spawnSync('powershell', ['-NoProfile', '-NonInteractive', '-Command', query], { encoding: 'utf8' })
  const [startedAt = '', name = '', commandLine = ''] = (stdout ?? '').split(/\r?\n/).map((line) => line.trim())
  return { name: name.replace(/\.exe$/i, ''), commandLine, startedAt: startedAt || undefined }
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1)
}
