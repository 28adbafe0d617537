import type { removeFaceSheet as declaration } from '@eupnea/contract/residents.ts'
import type { Verb } from '../platform/route.ts'
import { putFaceSheet } from './upload-face-sheet.ts'

/** Removes a resident's face sheet, if they have one (RE-2). @throws 404, 409 for a deleted resident */
export const removeFaceSheet: Verb<typeof declaration> = ({ ctx, input }) => {
  return putFaceSheet(ctx, input.patient_id, null)
}
