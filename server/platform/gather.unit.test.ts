import { expect, it } from 'vitest'
import { createGather } from './gather.ts'

it('asks once for all that come together, and once more for those that come meanwhile [LI-1]', async () => {
  const asked: (readonly string[])[] = []
  const answer = Promise.withResolvers<void>()
  const read = createGather(async (keys: readonly string[]) => {
    asked.push(keys)
    if (asked.length === 1) await answer.promise
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
  })
  const first = Promise.all(['a', 'b', 'a', 'none'].map(read))
  await expect.poll(() => asked.length).toBe(1)
  // The second query sees what changed after the first one began.
  const second = Promise.all(['a', 'c'].map(read))
  answer.resolve()
  expect(await first).toEqual(['A', 'B', 'A', undefined])
  expect(await second).toEqual(['A', 'C'])
  expect(asked).toEqual([
    ['a', 'b', 'none'],
    ['a', 'c'],
  ])
})

it('tells each of an answer that did not come, and asks again', async () => {
  let outages = 1
  const read = createGather(async (keys: readonly string[]) => {
    if (outages-- > 0) throw new Error('The database is away')
    return new Map(keys.map((key) => [key, 1]))
  })
  const results = await Promise.allSettled(['a', 'b'].map(read))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read('a')).toBe(1)
})
