import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** Takes half the time of the default 6; files are 5% larger. */
const level = 3

/** pdfkit's own: a font in use. */
interface OpenFont {
  readonly id: string
  ref(): object
  /** positions: thousandths of the size */
  encode(text: string, features?: PDFKit.Mixins.OpenTypeFeatures[]): [readonly string[], readonly GlyphPlace[]]
}

interface GlyphPlace {
  readonly xAdvance: number
  readonly advanceWidth: number
  readonly xOffset: number
  readonly yOffset: number
}

/** A line laid out, and what shows it. */
export interface Line {
  readonly operators: string
  /** points */
  readonly width: number
}

/**
 * pdfkit's document, built in memory in large pieces: by default it turns each operator and each line of the file into
 * a byte array, character by character, and sends each through a stream.
 */
export class MemoryDocument extends PDFDocument {
  #operators: string[] = []
  declare protected _font: OpenFont
  declare protected _fontSize: number
  /** pdfkit's own: offset of the next line in the file */
  declare protected _offset: number
  /** Not private, because the first lines are written before private fields exist. */
  declare protected pieces: Uint8Array[] | undefined
  /** lines since the last piece, one byte per character, as all text from pdfkit */
  declare protected lines: string[] | undefined

  override addContent(operator: string): this {
    this.#operators.push(operator)
    return this
  }

  /** The operators of `draw`, recorded once for all documents. @param key says all that they depend on */
  kept(key: string, draw: () => void): string {
    return kept.getOrInsertComputed(key, () => this.recorded(draw))
  }

  /** Records the operators of `draw`, for reuse at other places. */
  recorded(draw: () => void): string {
    const before = this.#operators
    this.#operators = []
    draw()
    const made = this.#operators.join('\n')
    this.#operators = before
    return made
  }

  /** Operators around an origin of their own; what they set ends with them. */
  place(operators: string, left: number, top: number): void {
    this.addContent(`q\n1 0 0 1 ${rounded(left)} ${rounded(top)} cm\n${operators}\nQ`)
  }

  /** A line in the current font and size. */
  line(text: string, features?: PDFKit.Mixins.OpenTypeFeatures[]): Line {
    const [glyphs, places] = this._font.encode(text, features)
    const operators: string[] = []
    let [shown, rise, width] = ['', 0, 0]
    for (const [index, { xAdvance, advanceWidth, xOffset, yOffset }] of places.entries()) {
      // A mark above its letter, or the next letter.
      if (yOffset !== rise) {
        operators.push(showing(shown), `${rounded((yOffset * this._fontSize) / 1_000)} Ts`)
        ;[shown, rise] = ['', yOffset]
      }
      shown += `${leftBy(-xOffset)}<${glyphs[index]}>${leftBy(advanceWidth - xAdvance + xOffset)}`
      width += xAdvance
    }
    operators.push(showing(shown))
    if (rise !== 0) operators.push('0 Ts')
    return { operators: operators.join('\n'), width: (width * this._fontSize) / 1_000 }
  }

  drawLine({ operators }: Line, x: number, baseline: number): void {
    this.page.fonts[this._font.id] ??= this._font.ref()
    // The page counts downwards, so the text is turned.
    this.addContent(
      `BT\n1 0 0 -1 ${rounded(x)} ${rounded(baseline)} Tm\n/${this._font.id} ${rounded(this._fontSize)} Tf\n${operators}\nET`,
    )
  }

  override addPage(options?: PDFKit.PDFDocumentOptions): this {
    this.#writePage()
    return super.addPage(options) as this
  }

  /** Ends the document. @returns the whole file */
  bytes(): Buffer {
    this.#writePage()
    this.end()
    return Buffer.concat(this.#gathered())
  }

  /** pdfkit's own: writes a line of the file, or the content of a stream. */
  protected _write(line: string | Uint8Array): void {
    if (typeof line === 'string') {
      this.lines ??= []
      this.lines.push(line)
      this._offset += line.length + 1
    } else {
      this.#gathered().push(line)
      this._offset += line.length
    }
  }

  override push(): boolean {
    return true
  }

  #gathered(): Uint8Array[] {
    this.pieces ??= []
    if (this.lines?.length) this.pieces.push(bytesOf(this.lines))
    this.lines = []
    return this.pieces
  }

  #writePage(): void {
    if (this.#operators.length === 0) return
    const { content } = this.page
    content.compress = false
    Object.assign(content.data, { Filter: 'FlateDecode' })
    content.write(deflateSync(bytesOf(this.#operators), { level }))
    this.#operators = []
  }
}

/** Hundreds per report, of a few kinds, a dozen operators each. */
const kept = new Map<string, string>()

const showing = (glyphs: string): string => `[${glyphs.replaceAll('><', '')}] TJ`

/** Among glyphs, a number moves those that follow to the left, by thousandths of the size. */
const leftBy = (distance: number): string => (distance === 0 ? '' : ` ${rounded(distance)} `)

/** As pdfkit writes numbers. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`, 'latin1')
