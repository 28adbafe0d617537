import { parentPort } from 'node:worker_threads'
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2'
import { letOthersFirst } from '../platform/let-others-first.ts'

/** The thread that hashes and judges passwords, at a lower priority than calls and the database. */

/** One task; it is answered before the next is sent. */
export interface PasswordJob {
  readonly password: string
  readonly task:
    | { readonly kind: 'hash' }
    | { readonly kind: 'verify'; readonly stored: string }
    /** `own`: words that somebody who knows the person tries first */
    | { readonly kind: 'judge'; readonly own: readonly string[] }
}
export type PasswordAnswer = { readonly result: string | boolean | null } | { readonly failure: string }

/** Argon2id with OWASP's parameters: 19 MiB, two passes, one lane (ID-9). */
const argon2id = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

letOthersFirst()

async function answerOf({ password, task }: PasswordJob): Promise<string | boolean | null> {
  if (task.kind === 'hash') return hashSync(password, argon2id)
  if (task.kind === 'verify') return verifySync(task.stored, password)
  // 40 MB of words, which a portal only needs once somebody chooses a password.
  const { weaknessOf } = await import('./guessable.ts')
  return weaknessOf(password, task.own)
}

parentPort?.on('message', (job: PasswordJob) => {
  answerOf(job).then(
    (result) => parentPort?.postMessage({ result } satisfies PasswordAnswer),
    (error: unknown) => parentPort?.postMessage({ failure: (error as Error).message } satisfies PasswordAnswer),
  )
})
