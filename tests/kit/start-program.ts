import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server that a test starts on loopback and may kill and restart. */
export interface RunningProgram {
  readonly port: number
  /** kill -9; resolves when it is gone */
  kill(): Promise<void>
  /** SIGTERM; resolves when it is gone */
  stop(): Promise<void>
  /** SIGSTOP and SIGCONT let it stand still and go on */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** Starts a program and waits until something listens on `port`. @throws Error with its output if it ends instead */
export async function startProgram(path: string, words: readonly string[], port: number): Promise<RunningProgram> {
  const child = spawn(path, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let isOver = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-10_000)
    })
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => {
      isOver = true
      resolve()
    }),
  )
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    await exited
  }
  while (!(await listens(port))) {
    if (isOver) throw new Error(`${path} ended:\n${output}`)
    await sleep(50)
  }
  return { port, kill: end('SIGKILL'), stop: end('SIGTERM'), signal: (signal) => void child.kill(signal) }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (value: boolean) => () => {
      socket.destroy()
      resolve(value)
    }
    socket.on('connect', answer(true)).on('error', answer(false))
  })
}

/** Below those that a system hands out by itself, so that nobody else gets one of these meanwhile. */
const given = { first: 15_000, count: 15_000 }

/** Ports that are currently free, for servers that must restart on the same port. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = given.first + randomInt(given.count)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true))),
  )
}
