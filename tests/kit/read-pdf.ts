import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, type PDFObject, PDFString } from '@cantoo/pdf-lib'
import { findProgram } from './find-program.ts'

/** Reads a PDF with other programs. */

const pdftotext = findProgram('pdftotext', 'poppler-utils')
const qpdf = findProgram('qpdf')

const run = (program: string, words: readonly string[], input?: Uint8Array): Buffer =>
  execFileSync(program, words, { input, maxBuffer: 64 * 1_048_576, stdio: ['pipe', 'pipe', 'ignore'] })

/** qpdf only reads files. */
function runQpdf(pdf: Uint8Array, words: (path: string) => readonly string[]): Buffer | null {
  if (!qpdf) return null
  const folder = mkdtempSync(join(tmpdir(), 'eupnea-pdf-'))
  try {
    const path = join(folder, 'report.pdf')
    writeFileSync(path, pdf)
    return run(qpdf, words(path))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The text of each page, by poppler; null if unavailable. @throws Error for a wrong password */
export function pagesOf(pdf: Uint8Array, password?: string): string[] | null {
  if (!pdftotext) return null
  const words = [...(password === undefined ? [] : ['-upw', password]), '-enc', 'UTF-8', '-', '-']
  // Poppler adds direction marks around right-to-left text.
  const text = run(pdftotext, words, pdf)
    .toString()
    .replaceAll(/[\u202a-\u202e]/g, '')
  return text.split('\f').slice(0, -1)
}

/** Encryption of the file by qpdf, such as `R = 6`; null if unavailable. */
export const encryptionOf = (pdf: Uint8Array, password: string): string | null =>
  runQpdf(pdf, (path) => [`--password=${password}`, '--show-encryption', path])?.toString() ?? null

/** The file without its password, by qpdf; null if unavailable. @throws Error for a wrong password */
export const decrypted = (pdf: Uint8Array, password: string): Uint8Array | null =>
  runQpdf(pdf, (path) => [`--password=${password}`, '--decrypt', path, '-'])

export interface PdfFacts {
  readonly pages: number
  readonly language: string | null
  readonly title: string | undefined
  readonly isTagged: boolean
  /** number of structure elements by type, such as TR */
  readonly structure: Readonly<Record<string, number>>
  /** scopes of table headers */
  readonly scopes: readonly string[]
  /** page sizes; A4 is 595 by 842 */
  readonly sizes: readonly string[]
}

/** Facts from the document's own structure. @throws Error for a wrong password */
export async function factsOf(pdf: Uint8Array, password?: string): Promise<PdfFacts> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, ...(password !== undefined && { password }) })
  const { catalog, context } = document
  const language = catalog.lookup(PDFName.of('Lang'))
  const structure: Record<string, number> = {}
  const scopes: string[] = []
  const dictionaries = context.enumerateIndirectObjects().map(([, object]: [unknown, PDFObject]) => object)
  for (const object of dictionaries) {
    const entry = object as { get?: (name: PDFName) => PDFObject | undefined }
    const kind = entry.get?.(PDFName.of('S'))
    if (!(kind instanceof PDFName) || !entry.get?.(PDFName.of('P'))) continue
    const name = kind.decodeText()
    structure[name] = (structure[name] ?? 0) + 1
    const attributes = entry.get?.(PDFName.of('A')) as typeof entry | undefined
    const scope = attributes?.get?.(PDFName.of('Scope'))
    if (scope instanceof PDFName) scopes.push(scope.decodeText())
  }
  return {
    pages: document.getPageCount(),
    language: language instanceof PDFString ? language.decodeText() : null,
    title: document.getTitle(),
    isTagged: String(catalog.lookup(PDFName.of('MarkInfo'))).includes('/Marked true'),
    structure,
    scopes,
    sizes: document.getPages().map((page) => `${Math.round(page.getWidth())} ${Math.round(page.getHeight())}`),
  }
}
