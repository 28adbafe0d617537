import { expect, it } from 'vitest'
import { lineOf, linesOf, moveLine } from '../shared/form/lines.ts'
import { renamedFloors } from './renamed-floors.ts'

const before = ['Ground', 'First', 'Garden']

/** @param typed by floor, what its line says now */
function renamed(typed: Record<string, string>) {
  const lines = linesOf(before).map((line) => ({ ...line, text: typed[line.text] ?? line.text }))
  return renamedFloors(lines, before, lines.map(({ text }) => text.trim()).filter(Boolean))
}

it('a floor is renamed by what its line says instead, wherever it is moved [FA-1]', () => {
  expect(renamed({})).toEqual([])
  expect(renamed({ First: ' Upper ' })).toEqual([{ from: 'First', to: 'Upper' }])
  expect(renamed({ First: 'first' })).toEqual([{ from: 'First', to: 'first' }])
  const [ground, first, garden] = linesOf(before)
  const moved = moveLine([ground!, { ...first!, text: 'Upper' }, garden!], first!.key, 1)
  expect(renamedFloors(moved, before, ['Ground', 'Garden', 'Upper'])).toEqual([{ from: 'First', to: 'Upper' }])
})

it('nobody moves with a floor that is removed, added, or written in another place [FA-1]', () => {
  expect(renamed({ First: '', Garden: 'Yard' })).toEqual([{ from: 'Garden', to: 'Yard' }])
  expect(renamed({ Ground: 'First', First: 'Ground' })).toEqual([])
  expect(renamed({ First: 'Garden', Garden: '' })).toEqual([])
  expect(renamedFloors([...linesOf(before), lineOf('Roof')], before, [...before, 'Roof'])).toEqual([])
  expect(renamedFloors(linesOf(before), before)).toEqual([])
  // Somebody else has removed it meanwhile.
  expect(renamedFloors([{ ...lineOf('Upper'), was: 'First' }], ['Ground'], ['Upper'])).toEqual([])
})
