import type { readFaceSheet as declaration } from '@eupnea/contract/residents.ts'
import { recordAudit } from '../audit/index.ts'
import { openDocument } from '../files/index.ts'
import { notFound } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { Verb } from '../platform/route.ts'
import { selectResident } from './residents.sql.ts'

/** The face sheet of a resident that the actor may see (RE-7, FI-2). @throws 404, also without a face sheet */
export const readFaceSheet =
  (store: FileStore): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const row = await selectResident(ctx, input.patient_id)
    if (!row?.face_sheet_id) throw notFound('face sheet')
    await recordAudit(ctx, { act: 'resident.read-face-sheet', clinic_id: row.clinic_id, resident_id: row.id })
    return openDocument(ctx, store, row.face_sheet_id)
  }
