import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** Takes half the time of the default 6; files are 5 % larger. */
const level = 3

/**
 * pdfkit's document, built in memory in large pieces: by default it turns each operator and each line of the file into
 * a byte array, character by character, and sends each through a stream.
 */
export class MemoryDocument extends PDFDocument {
  #operators: string[] = []
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

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`, 'latin1')
