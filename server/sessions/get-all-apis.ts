import { allows, groups, holderOfGroups } from '@eupnea/contract/access.ts'
import type { Call, CallOutput } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import type { getAllApis as declaration } from '@eupnea/contract/sessions.ts'

type Group = (typeof groups)[number]

/** Every call with the groups that may make it, from the declarations that guard the routes (AP-2). */
export async function getAllApis(): Promise<CallOutput<typeof declaration>> {
  return { items: calls.map((call) => ({ ...apiOf(call), groups: groups.filter((group) => mayCall(group, call)) })) }
}

/** Whether someone who is only in this group may make the call. */
export const mayCall = (group: Group, call: Call): boolean => allows(call.access, holderOfGroups([group]))

export const apiOf = ({ name, method, path, summary }: Call) => ({ name, method, path: `/api${path}`, summary })
