import type { confirmEhrImport as declaration } from '@eupnea/contract/ehr-import.ts'
import { ehrStatusOf } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { setEhrStatus } from '../clinics/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { runNow, runOf } from './run-of.ts'
import { moveRun } from './runs.sql.ts'

/** Writes what the preview shows (EH-3). @throws 404, 409 when the import isn't waiting for confirmation */
export const confirmEhrImport: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id, clinic_id } = await runOf(ctx, input.run_id)
  const confirmed_by = ctx.actor.type === 'user' ? ctx.actor.email : ctx.actor.type
  if (!(await moveRun(ctx, id, ['preview'], { state: 'applying', confirmed_by })))
    throw conflict('preview_over', m.ehr_import_preview_over())
  await setEhrStatus(ctx, clinic_id, ehrStatusOf.applying)
  await recordAudit(ctx, { act: 'ehr-import.confirm', clinic_id, detail: { run_id: id } })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return runNow(ctx, id)
}
