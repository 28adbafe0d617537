import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** One side of a measurement in a separate process, used by messages: one question, one answer. */
export interface Child<Ask, Answer> {
  readonly pid: number
  /** @throws Error when it fails or exits instead */
  ask(question: Ask): Promise<Answer>
  stop(): Promise<void>
}

type Reply<Answer> = { answer: Answer } | { fault: string }

/** @param file in bench/kit, without extension */
export async function startChild<Ask, Answer>(file: string, args: readonly string[] = []): Promise<Child<Ask, Answer>> {
  const child: ChildProcess = fork(join(import.meta.dirname, `${file}.ts`), args, { serialization: 'advanced' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const next = () =>
    new Promise<Answer>((resolve, reject) => {
      const leave = () => reject(new Error(`${file} has ended`))
      child.once('exit', leave)
      child.once('message', (reply: Reply<Answer>) => {
        child.off('exit', leave)
        if ('fault' in reply) reject(new Error(`${file}: ${reply.fault}`))
        else resolve(reply.answer)
      })
    })
  await next()
  return {
    pid: child.pid!,
    ask(question) {
      const answer = next()
      child.send(question as object)
      return answer
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** The child's side: reports that it is ready, then answers. Exits with its parent. */
export function answer<Ask, Answer>(work: (question: Ask) => Promise<Answer> | Answer): void {
  const reply = (message: Reply<Answer | 'ready'>) => void process.send?.(message)
  process.on('disconnect', () => process.exit(0))
  process.on('message', (question: Ask) => {
    Promise.resolve(question)
      .then(work)
      .then((found) => reply({ answer: found }))
      .catch((error: Error) => reply({ fault: error.stack ?? error.message }))
  })
  reply({ answer: 'ready' })
}
