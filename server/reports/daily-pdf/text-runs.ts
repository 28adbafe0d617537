import bidiFactory from 'bidi-js/dist/bidi.mjs'
import { type FontName, fontFor, fontForLine } from './fonts.ts'

/** A part of a line drawn in one go: one font, one direction. */
export interface TextRun {
  readonly font: FontName
  /** in reading order */
  readonly text: string
  readonly isRightToLeft: boolean
}

const bidi = bidiFactory()
const segmenter = new Intl.Segmenter('en')
/** Whether the text needs no reordering, shaping or other font. */
export const isPlain = (text: string): boolean => plain.test(text)
const plain = /^[\x20-\x7e\u00a0-\u00b4\u00b6-\u00ff\u2013\u2026\u2212]*$/

export const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Parts of a line from left to right, by the Unicode Bidirectional Algorithm for a left-to-right line. */
export function textRuns(given: string, asked: FontName = 'text'): TextRun[] {
  if (isPlain(given)) return given === '' ? [] : [{ font: asked, text: given, isRightToLeft: false }]
  // No font draws a control character, not even a line's end.
  const text = given.normalize('NFC').replaceAll(/\p{Cc}/gu, ' ')
  const letters = lettersOf(text)
  const usual = fontForLine(letters, asked)
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
  const runs: { font: FontName; text: string; level: number }[] = []
  let index = 0
  for (const letter of letters) {
    const level = levels[index]!
    index += letter.length
    const last = runs.at(-1)
    const font = fontFor(letter, usual, last?.font ?? null)
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter
    if (last && last.level === level && last.font === font) last.text += shown
    else runs.push({ font, text: shown, level })
  }
  return inVisualOrder(runs).map(({ font, text: piece, level }) => ({
    font,
    text: piece,
    isRightToLeft: level % 2 === 1,
  }))
}

/** Rule L2: from the highest level down, reverse every sequence at that level or above. */
function inVisualOrder<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      if (ordered[start]!.level < level) continue
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  return ordered
}
