import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listDisplays as declaration } from '@eupnea/contract/displays.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { displayAnswer } from './display-answer.ts'
import { selectDisplays } from './displays.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** A facility's displays, newest first (DI-1). @throws 404 */
export async function listDisplays({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { clinic_id, page, page_size } = input
  await clinicOf(ctx, clinic_id)
  const { rows, total } = await selectDisplays(ctx, clinic_id, pageOf(input))
  await recordAudit(ctx, { act: 'display.list', clinic_id, detail: { page, shown: rows.length } })
  return { items: rows.map(displayAnswer), pagination: { page, page_size, total_records: total } }
}
