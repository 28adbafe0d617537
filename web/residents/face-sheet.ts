import { documentFault } from '@eupnea/contract/rules/documents.ts'

/** A resident's face sheet in a form (RE-2). */

export type FaceSheet =
  /** as saved, if there is one */
  | { readonly kind: 'kept' }
  /** url: of the file in this browser, for viewing */
  | { readonly kind: 'chosen'; readonly file: File; readonly url: string }
  | { readonly kind: 'removed' }

/** @returns what is wrong with a file, by its type and size */
export const faceSheetFault = (file: Pick<File, 'type' | 'size'>): string | undefined => documentFault(file)

/** Address of a saved one. */
export const faceSheetUrl = (patient_id: string): string =>
  `/api/residents/${encodeURIComponent(patient_id)}/face-sheet`
