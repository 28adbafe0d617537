import { m } from '@eupnea/texts'
import { pageFormats } from '@eupnea/texts/locale.ts'
/** Documents of residents: face sheets and what is attached to notes (RE-2, NO-2, FI-2). */

/** Media types by what a file holds. */
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
export const documentBytes = 20 * 1_048_576

/**
 * @returns what is wrong with a file, as far as its name and size tell; the server looks into it
 */
export function documentFault({ type, size }: { type: string; size: number }): string | undefined {
  // Some systems do not know what a file is.
  if (type !== '' && !documentTypes.some((known) => known === type)) return m.file_type_refused()
  if (size === 0) return m.file_empty()
  if (size > documentBytes)
    return m.file_too_large({ size: pageFormats().decimal(Math.ceil((size / 1_048_576) * 10) / 10) })
  return undefined
}

const longestBase = 100

/**
 * The name of a note's attachment: base name, member id and last-modified time joined by hyphens (NO-2). Of the file's
 * own name neither folders nor ending stay, nor what a screen, a header or a file system stumbles over.
 * @param lastModified of the file, ms since the epoch
 */
export function attachmentName(fileName: string, memberId: string, lastModified: number): string {
  const plain = fileName
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)!
    // Control characters and those that turn the direction of reading around: `fdp.exe` must not read `exe.pdf`.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '')
    .trim()
  const base = plain.replace(/\.[^.]{0,10}$/, '').replace(/^[.\s]+/, '')
  const short = [...base].slice(0, longestBase).join('').trim()
  return `${short || 'attachment'}-${memberId}-${lastModified}`
}
