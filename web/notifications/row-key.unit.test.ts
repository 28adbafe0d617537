import { expect, it } from 'vitest'
import { rowKey, seenOf } from './row-key.ts'

it('a row that becomes a danger is another one, and each says what was seen [AN-5]', () => {
  const seen = { id: 'n1', severity: 'warning' } as const
  expect(rowKey(seen)).not.toBe(rowKey({ ...seen, severity: 'danger' }))
  expect(seenOf(rowKey(seen))).toEqual(seen)
})
