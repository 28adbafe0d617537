import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** Half the time of the usual 6; the file is a twentieth larger. */
const level = 3

/**
 * pdfkit's document, made in memory and in large pieces: by itself it makes an array of bytes of each operator of a
 * page and of each line of the file, character by character, and sends each through a stream.
 */
export class MemoryDocument extends PDFDocument {
  #operators: string[] = []
  /** pdfkit's own: where in the file the next line begins */
  declare protected _offset: number
  /** Not private: the first lines come before private fields are there. */
  declare protected pieces: Uint8Array[] | undefined
  /** lines since the last piece; of one byte a character, as everything that pdfkit says in text */
  declare protected lines: string[] | undefined

  override addContent(operator: string): this {
    this.#operators.push(operator)
    return this
  }

  /** Operators of what `draw` draws, to be added at other places. */
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

  /** pdfkit's own: a line of the file, or what a stream of it holds. */
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
