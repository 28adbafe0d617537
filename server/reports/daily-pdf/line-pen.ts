import { type FontName, fontOfDocument } from './fonts.ts'
import type { Line, MemoryDocument } from './memory-document.ts'
import { isPlain, lettersOf, type TextRun, textRuns } from './text-runs.ts'

export interface LineStyle {
  readonly size: number
  readonly font?: FontName
  readonly color?: string
}

interface Piece extends TextRun {
  readonly line: Line
}

/** Lays out single lines in the fonts they need, and draws them. */
export class LinePen {
  readonly #doc: MemoryDocument
  readonly #registered = new Set<FontName>()
  /** the current colour; each page starts without one */
  #painted: { readonly page: PDFKit.PDFPage; readonly color: string } | undefined
  readonly #pieces = new Map<FontName, Map<number, Map<string, readonly Piece[]>>>()

  constructor(doc: MemoryDocument) {
    this.#doc = doc
  }

  width(text: string, style: LineStyle): number {
    return this.#layOut(text, style).reduce((sum, { line }) => sum + line.width, 0)
  }

  /** The text, or as much of it as fits, with an ellipsis. */
  fit(text: string, style: LineStyle, room: number): string {
    if (this.width(text, style) <= room) return text
    const letters = lettersOf(text)
    // Binary search, so that long texts take few steps.
    let [fits, tooMany] = [0, letters.length]
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1
      if (this.width(`${letters.slice(0, middle).join('')}…`, style) <= room) fits = middle
      else tooMany = middle
    }
    return `${letters.slice(0, fits).join('').trimEnd()}…`
  }

  /**
   * Lines at most `room` wide, broken between words, and within a word only if it doesn't fit on a line of its own. A dot
   * between two facts ends a line.
   */
  wrap(text: string, style: LineStyle, room: number): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/ (?!·)/)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.width(longer, style) <= room) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const letter of lettersOf(word)) {
        if (line !== '' && this.width(line + letter, style) > room) {
          lines.push(line)
          line = ''
        }
        line += letter
      }
    }
    return line === '' ? lines : [...lines, line]
  }

  /** @param baseline points from the top of the page */
  draw(text: string, x: number, baseline: number, style: LineStyle): void {
    let left = x
    for (const piece of this.#layOut(text, style)) {
      const write = () => {
        this.#use(piece.font, style.size)
        this.#paint(style.color ?? ink)
        this.#doc.drawLine(piece.line, left, baseline)
      }
      if (isReordered.test(piece.text) && !piece.isRightToLeft) this.drawAs(piece.text, write)
      else write()
      left += piece.line.width
    }
  }

  /** Copying, searching and screen readers get `spoken` instead of what is drawn. */
  drawAs(spoken: string, draw: () => void): void {
    const painted = this.#painted
    this.#doc.save()
    this.#doc.markContent('Span', { actual: spoken })
    draw()
    this.#doc.endMarkedContent()
    this.#doc.restore()
    this.#painted = painted
  }

  #paint(color: string): void {
    const { page } = this.#doc
    if (this.#painted?.page === page && this.#painted.color === color) return
    this.#doc.addContent(this.#doc.kept(`fill ${color}`, () => this.#doc.fillColor(color)))
    this.#painted = { page, color }
  }

  #layOut(text: string, { size, font = 'text' }: LineStyle): readonly Piece[] {
    const ofFont = this.#pieces.getOrInsertComputed(font, () => new Map())
    const laidOut = ofFont.getOrInsertComputed(size, () => new Map())
    const kept = laidOut.get(text)
    if (kept) return kept
    const pieces = textRuns(text, font).map((run) => {
      this.#use(run.font, size)
      return { ...run, line: this.#doc.line(run.text, featuresOf(run.text)) }
    })
    laidOut.set(text, pieces)
    return pieces
  }

  #use(font: FontName, size: number): void {
    if (!this.#registered.has(font)) {
      // It accepts an open font, although its types don't say so.
      this.#doc.registerFont(font, fontOfDocument(font) as unknown as Uint8Array)
      this.#registered.add(font)
    }
    this.#doc.font(font).fontSize(size)
  }
}

export const ink = '#17211b'

/** Characters drawn in another order than read, or several as one. */
const isReordered =
  /[\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Tamil}\p{scx=Telugu}\u200d]/u

type Features = PDFKit.Mixins.OpenTypeFeatures[]

/** With features given, a run is shaped as a whole instead of word by word. */
function featuresOf(text: string): Features | undefined {
  if (isPlain(text)) return undefined
  const isOneSignEach = lettersOf(text).every((letter) => Array.from(letter).length === 1)
  // Keeps a precomposed letter whole: if decomposed, copying would add the mark twice. fontkit also accepts an object
  // here, and modifies it.
  return isOneSignEach && !isReordered.test(text) ? ({ ccmp: false } as unknown as Features) : []
}
