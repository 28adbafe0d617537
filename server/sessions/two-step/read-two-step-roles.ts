import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readTwoStepRoles as declaration } from '@eupnea/contract/two-step.ts'
import type { Ctx } from '../../platform/context.ts'
import { selectTwoStepRoles } from './two-step.sql.ts'

/** The roles whose people have to sign in in two steps (DO-5). */
export const readTwoStepRoles = async ({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> => ({
  roles: await selectTwoStepRoles(ctx),
})
