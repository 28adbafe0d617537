import { describe, expect, it } from 'vitest'
import { type FontName, fontOfDocument } from './fonts.ts'
import { textRuns } from './text-runs.ts'

const fontsOf = (text: string, usual?: FontName) => textRuns(text, usual).map(({ font }) => font)

describe('the fonts of a PDF', () => {
  it.each(['text', 'bold'] as const)('draw figures of one width in %s [RP-2]', (name) => {
    const font = fontOfDocument(name)
    for (const features of [undefined, [], { ccmp: false }]) {
      const widths = font.layout('0123456789', features).positions.map(({ xAdvance }) => xAdvance)
      expect(new Set(widths)).toEqual(new Set([widths[0]]))
    }
  })

  it('join the letters of Arabic names, and each copies as itself [RP-2]', () => {
    const font = fontOfDocument('arabic')
    for (const letter of 'بتثنيئپچگ') {
      const [, inside] = font.layout(`ع${letter}د`, { ccmp: false }).glyphs
      expect(inside?.id).not.toBe(font.layout(letter, { ccmp: false }).glyphs[0]?.id)
      expect(inside?.codePoints).toEqual([letter.codePointAt(0)])
    }
  })

  it('are the typeface of the screen, and another for a whole line that it lacks a letter of [RP-2]', () => {
    expect(fontsOf('Ada Byron')).toEqual(['text'])
    expect(fontsOf('Łukasz Żółć')).toEqual(['text'])
    expect(fontsOf('Thị Hằng')).toEqual(['wideText'])
    expect(fontsOf('Дом 12', 'bold')).toEqual(['wideBold'])
    expect(fontsOf('Ada 张 Byron')).toEqual(['text', 'han', 'text'])
  })
})
