import type { startEhrImport as declaration } from '@eupnea/contract/ehr-import.ts'
import { ehrStatusOf } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { clinicOf } from '../clinics/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { selectConnection } from './connections.sql.ts'
import { startRun } from './start-run.ts'

/** Starts reading a clinic's EHR (EH-1). @throws 404, 409 without a connection, and while an import is running */
export const startEhrImport: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const connection = await selectConnection(ctx, clinic_id)
  if (!connection) throw conflict('ehr_not_connected', m.ehr_import_not_connected())
  const started_by = ctx.actor.type === 'user' ? ctx.actor.email : ctx.actor.type
  const run = await startRun(ctx, { clinic_id, source: connection.source, started_by })
  if (!run) throw conflict('import_under_way', m.ehr_import_under_way())
  return {
    success: true,
    message: m.ehr_import_start_done(),
    ehr_integration_status: ehrStatusOf.reading,
    run_id: run.id,
  }
}
