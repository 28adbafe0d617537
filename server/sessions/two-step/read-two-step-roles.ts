import type { readTwoStepRoles as declaration } from '@eupnea/contract/two-step.ts'
import type { Verb } from '../../platform/route.ts'
import { selectTwoStepRoles } from './two-step.sql.ts'

/** The roles whose people have to sign in in two steps (DO-5). */
export const readTwoStepRoles: Verb<typeof declaration> = async ({ ctx }) => ({
  roles: await selectTwoStepRoles(ctx),
})
