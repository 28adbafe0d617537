/** Lists of short texts as they are typed: a line each. */

export interface Line {
  /** stays with the line while others come and go */
  readonly key: number
  readonly text: string
}

let lastKey = 0
export const lineOf = (text = ''): Line => ({ key: ++lastKey, text })

export const linesOf = (texts: readonly string[]): readonly Line[] => texts.map((text) => lineOf(text))

/** Lines with nothing in them are no lines. */
export const filledOf = (lines: readonly Line[]): Line[] => lines.filter(({ text }) => text.trim() !== '')

/** What was pasted as lines: a column of a sheet, a list with commas, `Ada Byron <ada@house.example>; …`. */
export const splitPasted = (pasted: string): string[] =>
  pasted
    .split(/[\n\r\t;,]+/)
    .map((part) => (/<([^<>\s]+@[^<>\s]+)>/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== '')

/** Puts pasted texts in the place of a line; a line with something in it stays before them. */
export function insertTexts(lines: readonly Line[], key: number, texts: readonly string[]): readonly Line[] {
  return lines.flatMap((line) => {
    if (line.key !== key) return [line]
    return line.text.trim() === '' ? linesOf(texts) : [line, ...linesOf(texts)]
  })
}

/** Moves a line by one place. @param by -1: up, 1: down */
export function moveLine(lines: readonly Line[], key: number, by: -1 | 1): readonly Line[] {
  const from = lines.findIndex((line) => line.key === key)
  const to = from + by
  if (from < 0 || to < 0 || to >= lines.length) return lines
  const moved = [...lines]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}
