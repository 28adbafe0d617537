import { m } from '@eupnea/texts'
/** The logo of a clinic in a form (FA-3). */

export type Logo =
  | { readonly kind: 'kept' }
  | { readonly kind: 'chosen'; readonly file: File; readonly url: string }
  | { readonly kind: 'removed' }

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
const mostBytes = 2 * 1_048_576

/** @returns what is wrong with a file, as far as its name and size tell; the server looks into it */
export function logoFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!logoTypes.some((known) => known === type)) return m.clinic_logo_type()
  if (size === 0) return m.file_empty()
  if (size > mostBytes) return m.clinic_logo_too_large({ size: megabytes(size) })
  return undefined
}

/** Rounded up, so that a file that is too large by little is not said to be of the size that is allowed. */
const megabytes = (bytes: number): string => (Math.ceil((bytes / 1_048_576) * 10) / 10).toFixed(1)
