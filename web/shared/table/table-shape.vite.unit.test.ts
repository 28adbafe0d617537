import { expect, it } from 'vitest'
import { chosenText } from './chosen-text.ts'
import { idsBetween, withoutIds, withRows } from './table-shape.tsx'

it('chooses rows and forgets them, those of other pages stay [US-7]', () => {
  const rows = [
    ['b', 'Bo'],
    ['c', 'Cy'],
  ] as const
  expect(withRows({ a: 'Al' }, rows)).toEqual({ a: 'Al', b: 'Bo', c: 'Cy' })
  expect(withoutIds({ a: 'Al', b: 'Bo' }, ['b', 'c'])).toEqual({ a: 'Al' })
})

it('names what is chosen, the first eight of many [EA-2]', () => {
  const chosen = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`id${at}`, `N${at}`]))
  expect(chosenText(chosen(2))).toBe('N0 and N1')
  expect(chosenText(chosen(8))).toMatch(/N6 and N7$/)
  expect(chosenText(chosen(15))).toMatch(/N7 and 7 more$/)
})

it('takes the rows between two along, whichever comes first [US-7]', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  // The last selected row is on another page.
  expect(idsBetween(ids, 'z', 'b')).toEqual(['b'])
})
