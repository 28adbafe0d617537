import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2'

/** The thread that hashes passwords, at a lower priority than calls and the database. */

/** One task; it is answered before the next is sent. */
export interface HashJob {
  readonly password: string
  /** hash to compare with; absent: create a hash */
  readonly stored?: string
}
export type HashAnswer = { readonly result: string | boolean } | { readonly failure: string }

/** Argon2id with OWASP's parameters: 19 MiB, two passes, one lane (ID-9). */
const argon2id = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// On Linux each thread has its own priority; elsewhere this would slow down the whole portal.
if (process.platform === 'linux') setPriority(0, 10)

parentPort?.on('message', ({ password, stored }: HashJob) => {
  let answer: HashAnswer
  try {
    answer = { result: stored === undefined ? hashSync(password, argon2id) : verifySync(stored, password) }
  } catch (error) {
    answer = { failure: (error as Error).message }
  }
  parentPort?.postMessage(answer)
})
