/** Lists of short texts while they are typed, one per line. */

export interface Line {
  /** stays with the line while others are added or removed */
  readonly key: number
  readonly text: string
  /** what it said when the form was opened; a new line said nothing */
  readonly was?: string
}

let lastKey = 0
export const lineOf = (text = ''): Line => ({ key: ++lastKey, text })

/** Lines as a form opens with them. */
export const linesOf = (texts: readonly string[]): readonly Line[] =>
  texts.map((text) => ({ ...lineOf(text), was: text }))

/** Lines with nothing in them are no lines. */
export const filledOf = (lines: readonly Line[]): Line[] => lines.filter(({ text }) => text.trim() !== '')

/** Pasted text as lines: a spreadsheet column, a comma-separated list, `Ada Byron <ada@house.example>; …`. */
export const splitPasted = (pasted: string): string[] =>
  pasted
    .split(/[\n\r\t;,]+/)
    .map((part) => (/<([^<>\s]+@[^<>\s]+)>/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== '')

/** Replaces a line with pasted texts; a line that isn't empty stays before them. */
export function insertTexts(lines: readonly Line[], key: number, texts: readonly string[]): readonly Line[] {
  return lines.flatMap((line) => {
    if (line.key !== key) return [line]
    const pasted = texts.map((text) => lineOf(text))
    return line.text.trim() === '' ? pasted : [line, ...pasted]
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
