import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { startEhrImport as declaration } from '@eupnea/contract/ehr-import.ts'
import { ehrStatusOf } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf, setEhrStatus } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { selectConnection } from './connections.sql.ts'
import { insertRun } from './runs.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Starts reading a clinic's EHR (EH-1). @throws 404, 409 without a connection, and while an import is running */
export async function startEhrImport({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const connection = await selectConnection(ctx, clinic_id)
  if (!connection) throw conflict('ehr_not_connected', m.ehr_import_not_connected())
  const started_by = ctx.actor.type === 'user' ? ctx.actor.email : ctx.actor.type
  const run = await insertRun(ctx, { clinic_id, source: connection.source, started_by })
  if (!run) throw conflict('import_under_way', m.ehr_import_under_way())
  await setEhrStatus(ctx, clinic_id, ehrStatusOf.reading)
  await recordAudit(ctx, { act: 'ehr-import.start', clinic_id, detail: { run_id: run.id, source: run.source } })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return {
    success: true,
    message: m.ehr_import_start_done(),
    ehr_integration_status: ehrStatusOf.reading,
    run_id: run.id,
  }
}
