import { documentFault } from '@eupnea/contract/rules/documents.ts'

/** The face sheet of a resident in a form (RE-2). */

export type FaceSheet =
  /** as it is kept, if there is one */
  | { readonly kind: 'kept' }
  /** url: of the file in this browser, to look at it */
  | { readonly kind: 'chosen'; readonly file: File; readonly url: string }
  | { readonly kind: 'removed' }

/** @returns what is wrong with a file by its type and size */
export const faceSheetFault = (file: Pick<File, 'type' | 'size'>): string | undefined => documentFault(file)

/** Where a kept one is. */
export const faceSheetUrl = (patient_id: string): string =>
  `/api/residents/${encodeURIComponent(patient_id)}/face-sheet`
