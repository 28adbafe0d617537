import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestRun } from './place-cards.ts'

/** Every increasing run, by brute force. */
function longestByTrying(values: readonly number[]): number {
  const lengths: number[] = []
  for (const [position, value] of values.entries())
    lengths.push(1 + Math.max(0, ...lengths.filter((_length, before) => before < position && values[before]! < value)))
  return Math.max(0, ...lengths)
}

describe('cards that stay where they are', () => {
  it('are all but the one that comes to the front [DA-7]', () => {
    expect([...longestRun([4, 0, 1, 2, 3])].sort()).toEqual([1, 2, 3, 4])
  })

  it('are the most that there can be, and ascend [DA-7]', () => {
    const order = fc.uniqueArray(fc.nat(200), { maxLength: 40 })
    fc.assert(
      fc.property(order, (values) => {
        const stays = values.filter((_value, position) => longestRun(values).has(position))
        expect(stays).toEqual(stays.toSorted((a, b) => a - b))
        expect(stays.length).toBe(longestByTrying(values))
      }),
    )
  })
})
