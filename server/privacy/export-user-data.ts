import type { exportUserData as declaration } from '@eupnea/contract/privacy.ts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import { audited } from './audited.ts'
import { personFile } from './person-file.ts'
import { selectSubject } from './privacy.sql.ts'

/** A copy of all data stored about a user (PR-1). @throws 404 */
export const exportUserData: VerbApart<typeof declaration> = async ({ origin, input }) => {
  await withCtx(origin, async (ctx) => {
    if (!(await selectSubject(ctx, 'user', input.user_id))) throw notFound('user')
    await recordAudit(ctx, { act: 'privacy.export-user', ...audited('user', input.user_id) })
  })
  return personFile(origin, 'user', input.user_id)
}
