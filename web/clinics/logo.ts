import { m } from '@eupnea/texts'
import { pageFormats } from '@eupnea/texts/locale.ts'

/** The logo of a clinic in a form (FA-3). */

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
const mostBytes = 2 * 1_048_576

/** @returns what is wrong with a file by its type and size; the server checks the content */
export function logoFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!logoTypes.some((known) => known === type)) return m.clinic_logo_type()
  if (size === 0) return m.file_empty()
  if (size > mostBytes) return m.clinic_logo_too_large({ size: megabytes(size) })
  return undefined
}

/** Rounded up: a file just over the limit must not look as if it kept to it. */
const megabytes = (bytes: number): string => pageFormats().decimal(Math.ceil((bytes / 1_048_576) * 10) / 10)
