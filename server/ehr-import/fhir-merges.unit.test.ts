import { expect, it } from 'vitest'
import { mergesOf } from './fhir-merges.ts'

const replaced = (id: string, by: string) => ({
  ...{ resourceType: 'Patient', id },
  link: [{ type: 'replaced-by', other: { reference: `Patient/${by}` } }],
})

it('follows merged records to the last one, and none in a circle [EH-2]', () => {
  const merges = mergesOf([
    ...[replaced('b', 'c'), replaced('a', 'b'), replaced('d', 'c'), { resourceType: 'Patient', id: 'c' }],
    ...[replaced('x', 'y'), replaced('y', 'z'), replaced('z', 'y')],
  ])
  const survivors = ['a', 'b', 'c', 'd', 'x', 'y', 'z'].map((id) => merges.survivorOf(id))
  expect(survivors).toEqual(['c', 'c', undefined, 'c', undefined, undefined, undefined])
  expect(merges.replacedBy('c')).toEqual(['b', 'a', 'd'])
  expect(merges.replacedBy('y')).toEqual([])
})

it('follows each record once, so that no chain or circle keeps the portal from everything else [EH-2]', () => {
  const count = 50_000
  const linked = (next: (index: number) => number) =>
    mergesOf(Array.from({ length: count }, (_, index) => replaced(String(index), String(next(index)))))
  expect(linked((index) => index + 1).survivorOf('0')).toBe(String(count))
  expect(linked((index) => (index + 1) % count).survivorOf('0')).toBeUndefined()
})
