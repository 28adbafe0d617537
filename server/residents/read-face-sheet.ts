import type { CallInput } from '@eupnea/contract/call.ts'
import type { readFaceSheet as declaration } from '@eupnea/contract/residents.ts'
import { recordAudit } from '../audit/index.ts'
import { openFile } from '../files/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import type { FileStore } from '../platform/file-store.ts'
import { selectResident } from './residents.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
}

/**
 * The face sheet of a resident that the actor may see (RE-7, FI-2). No browser keeps it; who saves it finds it with the
 * ending that programs know it by.
 * @throws 404 without one too
 */
export const readFaceSheet =
  (store: FileStore) =>
  async ({ ctx, input }: Given): Promise<FileAnswer> => {
    const row = await selectResident(ctx, input.patient_id)
    if (!row?.face_sheet_id) throw notFound('face sheet')
    await recordAudit(ctx, { act: 'resident.read-face-sheet', clinic_id: row.clinic_id, resident_id: row.id })
    const file = await openFile(ctx, store, row.face_sheet_id)
    return new FileAnswer({ ...file, name: file.name + (endings[file.type] ?? '') })
  }
