import { m } from '@eupnea/texts'
import { pageFormats } from '@eupnea/texts/locale.ts'
/** Documents of residents: face sheets and what is attached to notes (RE-2, NO-2, FI-2). */

/** Accepted media types. */
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
export const documentBytes = 20 * 1_048_576

/** @returns what is wrong with a file, judging by its name and size; the server inspects its content */
export function documentFault({ type, size }: { type: string; size: number }): string | undefined {
  // Some systems report no media type.
  if (type !== '' && !documentTypes.some((known) => known === type)) return m.file_type_refused()
  if (size === 0) return m.file_empty()
  if (size > documentBytes)
    return m.file_too_large({ size: pageFormats().decimal(Math.ceil((size / 1_048_576) * 10) / 10) })
  return undefined
}

const longestBase = 100

/**
 * The name of a note's attachment: base name, member id and last-modified time joined by hyphens (NO-2). Folders, the
 * extension, and characters that break screens, headers or file systems are dropped.
 * @param lastModified of the file, ms since the epoch
 */
export function attachmentName(fileName: string, memberId: string, lastModified: number): string {
  const plain = fileName
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)!
    // Control and bidi characters: `fdp.exe` must not display as `exe.pdf`.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '')
    .trim()
  const base = plain.replace(/\.[^.]{0,10}$/, '').replace(/^[.\s]+/, '')
  const short = [...base].slice(0, longestBase).join('').trim()
  return `${short || 'attachment'}-${memberId}-${lastModified}`
}
