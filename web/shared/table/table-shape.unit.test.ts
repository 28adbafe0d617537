import { expect, it } from 'vitest'
import { idsBetween, withIds } from './table-shape.tsx'

it('chooses rows and forgets them, those of other pages stay [US-7]', () => {
  expect(withIds({ a: true }, ['b', 'c'], true)).toEqual({ a: true, b: true, c: true })
  expect(withIds({ a: true, b: true }, ['b', 'c'], false)).toEqual({ a: true })
})

it('takes the rows between two along, whichever comes first [US-7]', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  // The last selected row is on another page.
  expect(idsBetween(ids, 'z', 'b')).toEqual(['b'])
})
