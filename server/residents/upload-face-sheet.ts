import { type uploadFaceSheet as declaration, type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { recordAudit } from '../audit/index.ts'
import { writeEligibilityLog } from '../eligibility/index.ts'
import { documentRules, keepFile, receiveFile, removeFile } from '../files/index.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { VerbOfUpload } from '../platform/route.ts'
import { deletedResident } from './deleted-resident.ts'
import { residentAnswer } from './resident-answer.ts'
import { replaceFaceSheet, selectResident } from './residents.sql.ts'

/**
 * Sets a resident's face sheet (RE-2). Each is recorded in the eligibility log (BI-4), which is why the previous file
 * stays in the store.
 * @throws 404, 409 for a deleted resident, 413, 415, 422 as `receiveFile`
 */
export const uploadFaceSheet =
  (store: FileStore): VerbOfUpload<typeof declaration> =>
  async ({ origin, input, body }) => {
    const { patient_id, prefix, last_modified } = input
    const row = await withCtx(origin, (ctx) => selectResident(ctx, patient_id))
    if (!row) throw notFound('resident')
    if (row.status === residentStatus.deleted) throw deletedResident()
    const name = `${prefix}-${row.billing_information || row.id}-${last_modified}`
    const file = { store: 'face-sheets', clinic_id: row.clinic_id, resident_id: row.id, name } as const
    const received = await receiveFile(origin, store, file, body, documentRules)
    return withCtx(origin, async (ctx) => {
      await keepFile(ctx, received)
      const resident = await putFaceSheet(ctx, patient_id, { id: received.id, name })
      await writeEligibilityLog(ctx, resident, received.id)
      return resident
    })
  }

/**
 * @param sheet null: none; the current file is then removed.
 * @throws 404, 409 for a deleted resident
 */
export async function putFaceSheet(
  ctx: Ctx,
  patient_id: string,
  sheet: { readonly id: string; readonly name: string } | null,
): Promise<Resident> {
  const change = await replaceFaceSheet(ctx, patient_id, sheet)
  const row = await selectResident(ctx, patient_id)
  if (!row) throw notFound('resident')
  if (!change) throw deletedResident()
  if (!sheet && change.before !== null) await removeFile(ctx, change.before)
  await recordAudit(ctx, {
    act: sheet ? 'resident.upload-face-sheet' : 'resident.remove-face-sheet',
    clinic_id: row.clinic_id,
    resident_id: row.id,
    changes: { face_sheet: { before: change.before, after: sheet?.id ?? null } },
    detail: { file_id: sheet ? sheet.id : change.before },
  })
  await ctx.emit({ type: 'changed', noun: 'residents', clinic_id: row.clinic_id, patient_id: row.id })
  return residentAnswer(row)
}
