import type { listDisplays as declaration } from '@eupnea/contract/displays.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { displayAnswer } from './display-answer.ts'
import { selectDisplays } from './displays.sql.ts'

/** A facility's displays, newest first (DI-1). @throws 404 */
export const listDisplays: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, page } = input
  await clinicOf(ctx, clinic_id)
  const { rows, ...total } = await selectDisplays(ctx, clinic_id, pageOf(input))
  await recordAudit(ctx, { act: 'display.list', clinic_id, detail: { page, shown: rows.length } })
  return { items: rows.map(displayAnswer), pagination: paginationOf(input, total) }
}
