import { expect, it } from 'vitest'
import { createGroupCommit } from './group-commit.ts'

/** A commit that the test ends itself. */
function heldCommit() {
  const groups: string[][] = []
  let release: (() => void)[] = []
  return {
    groups,
    commit: (items: readonly string[]) => {
      groups.push([...items])
      return new Promise<void>((resolve) => release.push(resolve))
    },
    async releaseAll() {
      while (release.length > 0) {
        const waiting = release
        release = []
        for (const resolve of waiting) resolve()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

it('resolves nobody before the commit of their group [LI-2]', async () => {
  const held = heldCommit()
  const group = createGroupCommit({ delayMs: 1, maxSize: 10, commit: held.commit })
  let settled = 0
  const adds = ['a', 'b'].map((item) => group.add(item, 1).then(() => settled++))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(held.groups).toEqual([['a', 'b']])
  expect([settled, group.waiting]).toEqual([0, 2])
  await held.releaseAll()
  await Promise.all(adds)
  expect([settled, group.waiting]).toEqual([2, 0])
})

it('lets the next group grow while one is under way, up to its size [LI-2]', async () => {
  const held = heldCommit()
  const group = createGroupCommit({ delayMs: 1, maxSize: 3, commit: held.commit })
  const adds = [group.add('a', 1)]
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const item of ['b', 'c', 'd', 'e']) adds.push(group.add(item, 1))
  await held.releaseAll()
  await Promise.all(adds)
  expect(held.groups).toEqual([['a'], ['b', 'c', 'd'], ['e']])
})

it('passes a failure to its own group only [LI-2]', async () => {
  let first = true
  const group = createGroupCommit({
    delayMs: 1,
    maxSize: 1,
    commit: async () => {
      if (!first) return
      first = false
      throw new Error('no')
    },
  })
  await expect(Promise.allSettled([group.add('a', 1), group.add('b', 1)])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled' },
  ])
})

it('commits what waits when it is closed, and takes no more [LI-2]', async () => {
  const groups: string[][] = []
  const group = createGroupCommit<string>({
    delayMs: 10_000,
    maxSize: 10,
    commit: async (items) => void groups.push([...items]),
  })
  const added = group.add('a', 1)
  await group.close()
  await added
  expect(groups).toEqual([['a']])
  await expect(group.add('b', 1)).rejects.toThrow('stopping')
})

it('tells when all that was added is committed, or given up [LI-2]', async () => {
  const held = heldCommit()
  const group = createGroupCommit({ delayMs: 1, maxSize: 1, commit: held.commit })
  await group.settled()
  const adds = [group.add('a', 1), group.add('b', 1)]
  let isSettled = false
  const settled = group.settled().then(() => {
    isSettled = true
  })
  await Promise.resolve()
  expect(isSettled).toBe(false)
  await held.releaseAll()
  await Promise.all([settled, ...adds])
  const failing = createGroupCommit({ delayMs: 1, maxSize: 1, commit: () => Promise.reject(new Error('full')) })
  const refused = failing.add('c', 1)
  await failing.settled()
  await expect(refused).rejects.toThrow('full')
})
