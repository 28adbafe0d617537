import { expect, it } from 'vitest'
import { filledOf, insertTexts, type Line, lineOf, linesOf, moveLine, splitPasted } from './lines.ts'

const textsOf = (lines: readonly Line[]): string[] => filledOf(lines).map(({ text }) => text)

it('takes a pasted list apart, whatever stands between [FA-3]', () => {
  expect(splitPasted('Ground\r\nFirst\nSecond\n')).toEqual(['Ground', 'First', 'Second'])
  expect(splitPasted('a@x.example, b@x.example;c@x.example')).toEqual(['a@x.example', 'b@x.example', 'c@x.example'])
  expect(splitPasted('Ada Byron <ada@x.example>; Grace <grace@x.example>')).toEqual([
    'ada@x.example',
    'grace@x.example',
  ])
  expect(splitPasted('East\tWest')).toEqual(['East', 'West'])
  expect(splitPasted(' , ;\n')).toEqual([])
})

it('puts pasted texts in the place of an empty line, and after a filled one [FA-1]', () => {
  const lines = [lineOf('1'), lineOf(''), lineOf('4')]
  expect(textsOf(insertTexts(lines, lines[1]!.key, ['2', '3']))).toEqual(['1', '2', '3', '4'])
  expect(textsOf(insertTexts(lines, lines[0]!.key, ['1a']))).toEqual(['1', '1a', '4'])
})

it('moves a line by one place and not beyond the ends [FA-1]', () => {
  const lines = linesOf(['a', 'b', 'c'])
  expect(textsOf(moveLine(lines, lines[2]!.key, -1))).toEqual(['a', 'c', 'b'])
  expect(textsOf(moveLine(lines, lines[0]!.key, 1))).toEqual(['b', 'a', 'c'])
  expect(moveLine(lines, lines[0]!.key, -1)).toBe(lines)
  expect(moveLine(lines, lines[2]!.key, 1)).toBe(lines)
})
