import PDFDocument from 'pdfkit'

/**
 * pdfkit's document, made in memory and in large pieces: by itself it makes an array of bytes of each operator of a
 * page, and sends each line of the file through a stream.
 */
export class MemoryDocument extends PDFDocument {
  #operators: string[] = []
  /** Not private: the first lines come before private fields are there. */
  declare protected lines: Uint8Array[] | undefined

  override addContent(operator: string): this {
    this.#operators.push(operator)
    return this
  }

  override addPage(options?: PDFKit.PDFDocumentOptions): this {
    this.#writePage()
    return super.addPage(options) as this
  }

  /** Ends the document. @returns the whole file */
  bytes(): Buffer {
    this.#writePage()
    this.end()
    return Buffer.concat(this.lines ?? [])
  }

  override push(line: Uint8Array | null): boolean {
    this.lines ??= []
    if (line) this.lines.push(line)
    return true
  }

  #writePage(): void {
    if (this.#operators.length > 0) super.addContent(this.#operators.join('\n'))
    this.#operators = []
  }
}
