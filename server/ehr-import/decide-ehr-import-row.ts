import type { CallInput } from '@eupnea/contract/call.ts'
import type { decideEhrImportRow as declaration } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound, refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { rowAnswer } from './answers.ts'
import { residentsOfRows } from './residents-of-rows.ts'
import { isResidentTaken, type PreviewRow, selectRow, updateDecision } from './rows.sql.ts'
import { runOf } from './run-of.ts'
import { lockRun } from './runs.sql.ts'

type Input = CallInput<typeof declaration>

/**
 * A person's decision on one row of a preview (EH-3); null withdraws it.
 * @throws 404, 409 when the preview is over, 422 for a decision that doesn't fit the row
 */
export const decideEhrImportRow: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { run_id, row_no, decision, patient_id, take } = input
  const { clinic_id } = await runOf(ctx, run_id)
  if ((await lockRun(ctx, run_id)) !== 'preview') throw conflict('preview_over', m.ehr_import_decision_over())
  const row = await selectRow(ctx, run_id, row_no)
  if (!row) throw notFound('row')
  checkFit(row, input)
  // A scheduled import wrote it by itself.
  if (row.applied !== null) throw conflict('row_applied', m.ehr_import_decision_applied())
  if (decision === 'link' && (await isResidentTaken(ctx, run_id, patient_id!, row_no)))
    throw conflict('resident_taken', m.ehr_import_resident_taken(), 'patient_id')
  const resident_id = row.candidates.length === 0 ? row.resident_id : decision === 'link' ? patient_id! : null
  await updateDecision(ctx, run_id, row_no, { decision, take: [...take], resident_id })
  await recordAudit(ctx, {
    act: 'ehr-import.decide',
    clinic_id,
    resident_id,
    detail: { run_id, row_no, decision, take },
  })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  const decided = (await selectRow(ctx, run_id, row_no))!
  return rowAnswer(decided, await residentsOfRows(ctx, clinic_id, [decided]))
}

function checkFit({ kind, candidates, changes }: PreviewRow, { decision, patient_id, take }: Input): void {
  if (kind === 'failed' || kind === 'left_out' || kind === 'unchanged')
    throw refused('decision', m.ehr_import_decision_none())
  const isMatch = candidates.length > 0
  if ((decision === 'new' || decision === 'link') && !isMatch)
    throw refused('decision', m.ehr_import_decision_no_match())
  if (decision === 'apply' && isMatch) throw refused('decision', m.ehr_import_decision_who())
  if (decision === 'link' && !candidates.includes(patient_id!))
    throw refused('patient_id', m.ehr_import_decision_candidate())
  const asked = changes.filter(({ asks }) => asks).map(({ field }) => field)
  if (!isMatch && take.some((field) => !asked.includes(field))) throw refused('take', m.ehr_import_decision_take())
}
