import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { removeFaceSheet as declaration } from '@eupnea/contract/residents.ts'
import type { Ctx } from '../platform/context.ts'
import { putFaceSheet } from './upload-face-sheet.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Removes a resident's face sheet, if they have one (RE-2). @throws 404, 409 for a deleted resident */
export function removeFaceSheet({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  return putFaceSheet(ctx, input.patient_id, null)
}
