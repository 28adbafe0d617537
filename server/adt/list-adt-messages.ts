import type { listAdtMessages as declaration } from '@eupnea/contract/adt.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectMessages } from './adt.sql.ts'
import { messageAnswer } from './adt-answer.ts'

/** Messages of a clinic, those that need a person first (EH-5). @throws 404 */
export const listAdtMessages: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const { rows, ...total } = await selectMessages(ctx, { clinic_id, state: input.state }, pageOf(input))
  if (rows.some(({ body }) => body !== null))
    await recordAudit(ctx, { act: 'adt.list', clinic_id, detail: { page: input.page, shown: rows.length } })
  return {
    items: rows.map(messageAnswer),
    pagination: paginationOf(input, total),
  }
}
