import { expect, it } from 'vitest'
import { rowKey, seenOf, withoutWorse } from './row-key.ts'

it('a row that becomes a danger is another one, and each says what was seen [AN-5]', () => {
  const seen = { id: 'n1', severity: 'warning' } as const
  expect(rowKey(seen)).not.toBe(rowKey({ ...seen, severity: 'danger' }))
  expect(seenOf(rowKey(seen))).toEqual(seen)
})

it('what becomes a danger is no longer selected, and nothing else [AN-5]', () => {
  const [first, second] = [
    { id: 'n1', severity: 'warning' },
    { id: 'n2', severity: 'warning' },
  ] as const
  const danger = { ...first, severity: 'danger' } as const
  const chosen = { [rowKey(first)]: 'Ada', [rowKey(second)]: 'Grace' }
  expect(withoutWorse(chosen, [danger, second])).toEqual({ [rowKey(second)]: 'Grace' })
  expect(withoutWorse(chosen, [first])).toBe(chosen)
  // An answer of before it became one.
  const chosenDanger = { [rowKey(danger)]: 'Ada' }
  expect(withoutWorse(chosenDanger, [first])).toBe(chosenDanger)
})
