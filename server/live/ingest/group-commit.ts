import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Collects items that arrive within a few milliseconds and commits them together. The next group collects while a
 * commit is running, so groups grow with the load.
 */
export interface GroupCommit<T> {
  /** resolves when the group of `item` is committed */
  add(item: T, size: number): Promise<void>
  /** resolves when everything added so far is committed or has failed */
  settled(): Promise<void>
  /** items waiting, including the group being committed */
  readonly waiting: number
  /** commits the waiting items and refuses new ones */
  close(): Promise<void>
}

export interface GroupCommitOptions<T> {
  /** ms to wait for more items when no commit is running */
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
      // The next group goes to the database before the answers to this one are sent, which takes time too.
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
