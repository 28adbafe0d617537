import { ehrStatusOf } from '@eupnea/contract/ehr-import.ts'
import { recordAudit } from '../audit/index.ts'
import { setEhrStatus } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { insertRun, type RunRow } from './runs.sql.ts'

/** Begins a run; nodes take it up with the commit. @returns undefined while another one of the clinic is in progress */
export async function startRun(ctx: Ctx, given: Parameters<typeof insertRun>[1]): Promise<RunRow | undefined> {
  const run = await insertRun(ctx, given)
  if (!run) return undefined
  const { clinic_id } = given
  await setEhrStatus(ctx, clinic_id, ehrStatusOf.reading)
  await recordAudit(ctx, { act: 'ehr-import.start', clinic_id, detail: { run_id: run.id, source: run.source } })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return run
}
