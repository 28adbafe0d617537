import type { saveTwoStepRoles as declaration } from '@eupnea/contract/two-step.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Verb } from '../../platform/route.ts'
import { lockTwoStepRoles, replaceTwoStepRoles, selectTwoStepRoles } from './two-step.sql.ts'

/** People of these roles have to sign in in two steps, from their next sign-in on (DO-5). */
export const saveTwoStepRoles: Verb<typeof declaration> = async ({ ctx, input }) => {
  await lockTwoStepRoles(ctx)
  const before = await selectTwoStepRoles(ctx)
  await replaceTwoStepRoles(ctx, [...new Set(input.roles)])
  const roles = await selectTwoStepRoles(ctx)
  await recordAudit(ctx, { act: 'user.require-two-step', changes: { roles: { before, after: roles } } })
  return { roles }
}
