/** The logo of a clinic in a form (FA-3). */

export type Logo =
  | { readonly kind: 'kept' }
  | { readonly kind: 'chosen'; readonly file: File; readonly url: string }
  | { readonly kind: 'removed' }

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
const mostBytes = 2 * 1_048_576

/** @returns what is wrong with a file, as far as its name and size tell; the server looks into it */
export function logoFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!logoTypes.some((known) => known === type)) return 'A logo is a PNG, JPEG or WebP image'
  if (size === 0) return 'This file is empty'
  if (size > mostBytes) return `At most 2 MB; this file has ${megabytes(size)} MB`
  return undefined
}

/** Rounded up, so that a file that is too large by little is not said to be of the size that is allowed. */
const megabytes = (bytes: number): string => (Math.ceil((bytes / 1_048_576) * 10) / 10).toFixed(1)
