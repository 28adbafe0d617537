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

  /** Records the operators of `draw`, for reuse at other places. */
  recorded(draw: () => void): string {
    const before = this.#operators
    this.#operators = []
    draw()
    const made = this.#operators.join('\n')
    this.#operators = before
    return made
  }

  /** The operator that shows a line in the current font; null for several lines, or marks set beside their letters. */
  lineOperator(text: string, features?: PDFKit.Mixins.OpenTypeFeatures[]): string | null {
    if (text.includes('\n')) return null
    const [glyphs, positions] = this._font.encode(text, features)
    if (positions.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0)) return null
    const shown: string[] = []
    let last = 0
    for (const [index, { xAdvance, advanceWidth }] of positions.entries()) {
      const kerning = advanceWidth - xAdvance
      if (kerning === 0 && index < positions.length - 1) continue
      shown.push(`<${glyphs.slice(last, index + 1).join('')}> ${rounded(kerning)}`)
      last = index + 1
    }
    return `[${shown.join(' ')}] TJ`
  }

  /** Draws such a line as `text` would, without laying it out again. */
  drawLine(operator: string, x: number, baseline: number): void {
    const { height, fonts } = this.page
    fonts[this._font.id] ??= this._font.ref()
    this.addContent(
      `q\n1 0 0 -1 0 ${rounded(height)} cm\nBT\n1 0 0 1 ${rounded(x)} ${rounded(height - baseline)} Tm\n` +
        `/${this._font.id} ${rounded(this._fontSize)} Tf\n${operator}\nET\nQ`,
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

/** As pdfkit writes numbers. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`, 'latin1')
