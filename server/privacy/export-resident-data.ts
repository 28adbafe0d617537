import type { exportResidentData as declaration } from '@eupnea/contract/privacy.ts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import { audited } from './audited.ts'
import { personFile } from './person-file.ts'
import { selectSubject } from './privacy.sql.ts'

/** A copy of all data stored about a resident (PR-1). @throws 404 */
export const exportResidentData: VerbApart<typeof declaration> = async ({ origin, input }) => {
  await withCtx(origin, async (ctx) => {
    if (!(await selectSubject(ctx, 'resident', input.patient_id))) throw notFound('resident')
    await recordAudit(ctx, { act: 'privacy.export-resident', ...audited('resident', input.patient_id) })
  })
  return personFile(origin, 'resident', input.patient_id)
}
