/** The face sheet of a resident in a form (RE-2). */

export type FaceSheet =
  /** as it is kept, if there is one */
  | { readonly kind: 'kept' }
  /** url: of the file in this browser, to look at it */
  | { readonly kind: 'chosen'; readonly file: File; readonly url: string }
  | { readonly kind: 'removed' }

export const faceSheetTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
const mostBytes = 20 * 1_048_576

/** @returns what is wrong with a file, as far as its name and size tell; the server looks into it */
export function faceSheetFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  // Some systems do not know what a file is.
  if (type !== '' && !faceSheetTypes.some((known) => known === type)) return 'A face sheet is a PDF, PNG, JPEG or WebP'
  if (size === 0) return 'This file is empty'
  if (size > mostBytes) return `At most 20 MB; this file has ${(Math.ceil((size / 1_048_576) * 10) / 10).toFixed(1)} MB`
  return undefined
}

/** Where a kept one is. */
export const faceSheetUrl = (patient_id: string): string =>
  `/api/residents/${encodeURIComponent(patient_id)}/face-sheet`
