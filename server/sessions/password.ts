import { Worker } from 'node:worker_threads'
import { createGate } from './gate.ts'
import type { Weakness } from './guessable.ts'
import type { PasswordAnswer, PasswordJob } from './password-worker.ts'

/**
 * Hashing takes a core for some 10 ms, and other calls mustn't notice that on two cores: one hash at a time, in a
 * low-priority thread that rests as long as it has worked. That allows some 50 sign-ins a second per node.
 */
const gate = createGate({ places: 1, mostWaiting: 500, rest: (tookMs) => Math.min(tookMs, 20) })

let worker: Worker | undefined

// The same password typed on two systems may arrive composed or decomposed.
const normal = (password: string): string => password.normalize('NFKC')

export const hashPassword = async (password: string): Promise<string> =>
  String(await gate(() => send({ password: normal(password), task: { kind: 'hash' } })))

export const verifyPassword = async (stored: string, password: string): Promise<boolean> =>
  (await gate(() => send({ password: normal(password), task: { kind: 'verify', stored } }))) === true

/** @param own words that somebody who knows the person tries first @returns null: not guessable */
export const judgePassword = async (password: string, own: readonly string[]): Promise<Weakness | null> =>
  (await gate(() => send({ password: normal(password), task: { kind: 'judge', own } }))) as Weakness | null

/** Receives the worker's next answer or its end; the gate allows one task at a time. */
let settleJob: ((answer: PasswordAnswer) => void) | undefined

function send(job: PasswordJob): Promise<string | boolean | null> {
  worker ??= startWorker()
  const current = worker
  return new Promise((resolve, reject) => {
    settleJob = (answer) => {
      settleJob = undefined
      current.unref()
      if ('failure' in answer) reject(new Error(`Password not checked: ${answer.failure}`))
      else resolve(answer.result)
    }
    // It keeps the process alive only while it works.
    current.ref()
    current.postMessage(job)
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./password-worker.ts', import.meta.url))
  const ended = (failure: string) => {
    // The exit event follows an error; another thread may be running by then.
    if (worker !== started) return
    worker = undefined
    settleJob?.({ failure })
  }
  started.on('message', (answer: PasswordAnswer) => settleJob?.(answer))
  started.on('error', (error) => ended(String(error)))
  started.on('exit', () => ended('the thread ended'))
  return started
}
