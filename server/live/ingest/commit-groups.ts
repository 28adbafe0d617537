import { createGroupCommit, type GroupCommit, type GroupCommitOptions } from './group-commit.ts'

interface CommitGroupsOptions<T> extends Omit<GroupCommitOptions<T>, 'commit'> {
  isLate(item: T): boolean
  commit(items: readonly T[], isLate: boolean): Promise<void>
}

/** Two group commits that look like one: what is late may wait for the archive, and nothing else waits for it. */
export function createCommitGroups<T>({ isLate, commit, ...options }: CommitGroupsOptions<T>): GroupCommit<T> {
  const groupOf = (late: boolean) => createGroupCommit<T>({ ...options, commit: (items) => commit(items, late) })
  const [timely, late] = [groupOf(false), groupOf(true)]
  return {
    add: (item, size) => (isLate(item) ? late : timely).add(item, size),
    settled: async () => void (await Promise.all([timely.settled(), late.settled()])),
    get waiting() {
      return timely.waiting + late.waiting
    },
    close: async () => void (await Promise.all([timely.close(), late.close()])),
  }
}
