import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Collects what arrives within a few milliseconds and commits it together. While one commit is under way the next
 * group grows, so that groups become as large as the load asks for.
 */
export interface GroupCommit<T> {
  /** resolves when the group of `item` is committed */
  add(item: T, size: number): Promise<void>
  /** resolves when all that was added so far is committed, or given up */
  settled(): Promise<void>
  /** items waiting, the group under way included */
  readonly waiting: number
  /** commits what waits, then refuses more */
  close(): Promise<void>
}

export interface GroupCommitOptions<T> {
  /** ms to wait for company when nothing is under way */
  readonly delayMs: number
  /** a group is closed at this total size */
  readonly maxSize: number
  /** must settle; a rejection is passed on to every item of the group */
  commit(items: readonly T[]): Promise<void>
}

interface Group<T> {
  readonly items: T[]
  size: number
  readonly done: PromiseWithResolvers<void>
}

export function createGroupCommit<T>({ delayMs, maxSize, commit }: GroupCommitOptions<T>): GroupCommit<T> {
  const queue: Group<T>[] = []
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let waiting = 0
  let closed = false
  let last: Promise<void> = Promise.resolve()

  const run = async () => {
    for (let group = queue.shift(); group; group = queue.shift()) {
      const { resolve, reject } = group.done
      // The next group is sent to the database before the answers to this one, which are work too.
      await commit(group.items).then(
        () => setImmediate(resolve),
        (error) => setImmediate(reject, error),
      )
      waiting -= group.items.length
    }
    running = null
  }
  const start = () => {
    clearTimeout(timer)
    timer = undefined
    running ??= run()
  }

  return {
    add(item, size) {
      if (closed) return Promise.reject(new Error('The portal is stopping'))
      let group = queue.at(-1)
      if (!group || group.size + size > maxSize) {
        group = { items: [], size: 0, done: Promise.withResolvers() }
        queue.push(group)
        last = group.done.promise
      }
      group.items.push(item)
      group.size += size
      waiting++
      if (!running) {
        if (group.size >= maxSize) start()
        else timer ??= setTimeout(start, delayMs)
      }
      return group.done.promise
    },
    settled: () => last.catch(() => {}),
    get waiting() {
      return waiting
    },
    async close() {
      closed = true
      if (queue.length > 0) start()
      await running
      await nextTurn()
    },
  }
}
