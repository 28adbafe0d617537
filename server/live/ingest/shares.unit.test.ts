import { expect, it } from 'vitest'
import { createShares } from './shares.ts'

/** Work that ends when it is told to. */
function tasks() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const work = (name: string) => () => {
    begun.push(name)
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return end.promise
  }
  const end = async (name: string, error?: Error) => {
    if (error) ends.get(name)!.reject(error)
    else ends.get(name)!.resolve()
    await new Promise((done) => setImmediate(done))
  }
  return { begun, work, end }
}

it('lets a device have its share under way, the rest in order, and others at once [DO-6]', async () => {
  const { begun, work, end } = tasks()
  const shares = createShares(10)
  const all = [4, 6, 1, 9].map((size, n) => shares.add(1, size, work(`a${n}`)))
  void shares.add(2, 50, work('b'))
  expect(begun).toEqual(['a0', 'a1', 'b'])
  await end('a0')
  // Only the first that waits may go.
  expect(begun).toEqual(['a0', 'a1', 'b', 'a2'])
  await end('a1')
  expect(begun).toEqual(['a0', 'a1', 'b', 'a2', 'a3'])
  let isSettled = false
  void shares.settled(1).then(() => {
    isSettled = true
  })
  await end('a2')
  expect(isSettled).toBe(false)
  await end('a3')
  expect(isSettled).toBe(true)
  await Promise.all(all)
})

it('passes a failure on and goes on [DO-6]', async () => {
  const { begun, work, end } = tasks()
  const shares = createShares(1)
  const first = shares.add(1, 1, work('first'))
  const second = shares.add(1, 1, work('second'))
  await Promise.all([expect(first).rejects.toThrow('away'), end('first', new Error('away'))])
  expect(begun).toEqual(['first', 'second'])
  await Promise.all([expect(second).rejects.toThrow('gone'), end('second', new Error('gone'))])
  await shares.add(1, 5, async () => {})
})
