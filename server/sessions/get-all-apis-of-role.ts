import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import type { getAllApisOfRole as declaration } from '@eupnea/contract/sessions.ts'
import { apiOf, mayCall } from './get-all-apis.ts'

type Given = { input: CallInput<typeof declaration> }

/** The calls that members of one group may make (AP-2). */
export async function getAllApisOfRole({ input: { group } }: Given): Promise<CallOutput<typeof declaration>> {
  return { group, items: calls.filter((call) => mayCall(group, call)).map(apiOf) }
}
