import type { uploadClinicLogo as declaration } from '@eupnea/contract/clinics.ts'
import { recordAudit } from '../audit/index.ts'
import { type FileRules, keepFile, receiveFile, removeFile } from '../files/index.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { VerbOfUpload } from '../platform/route.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { clinicOf } from './clinic-of.ts'
import { type ClinicRow, replaceLogo } from './clinics.sql.ts'

/** SVG is not allowed, because it can contain scripts. */
const rules: FileRules = { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 2 * 1_048_576 }

/** Sets a clinic's logo and removes the previous one (FA-3). @throws 404, 413, 415, 422 as `receiveFile` */
export const uploadClinicLogo =
  (store: FileStore): VerbOfUpload<typeof declaration> =>
  async ({ origin, input: { clinic_id }, body }) => {
    const { name } = await withCtx(origin, (ctx) => clinicOf(ctx, clinic_id))
    const file = { store: 'clinic-images', clinic_id, resident_id: null, name } as const
    const received = await receiveFile(origin, store, file, body, rules)
    return withCtx(origin, async (ctx) => {
      await keepFile(ctx, received)
      return clinicAnswer(await putLogo(ctx, clinic_id, received.id))
    })
  }

/** @param logo id of the file; null: none. @throws 404 */
export async function putLogo(ctx: Ctx, clinic_id: string, logo: string | null): Promise<ClinicRow> {
  const change = await replaceLogo(ctx, clinic_id, logo)
  if (!change) throw notFound('facility')
  if (change.before !== null) await removeFile(ctx, change.before)
  const act = logo === null ? 'clinic.remove-logo' : 'clinic.upload-logo'
  await recordAudit(ctx, { act, clinic_id, changes: { logo: { before: change.before, after: logo } } })
  await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id })
  return change.row
}
