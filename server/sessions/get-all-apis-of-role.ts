import { calls } from '@eupnea/contract/calls.ts'
import type { getAllApisOfRole as declaration } from '@eupnea/contract/sessions.ts'
import type { Verb } from '../platform/route.ts'
import { apiOf, mayCall } from './get-all-apis.ts'

/** The calls that members of one group may make (AP-2). */
export const getAllApisOfRole: Verb<typeof declaration> = async ({ input: { group } }) => {
  return { group, items: calls.filter((call) => mayCall(group, call)).map(apiOf) }
}
