import type { CallArguments } from '@eupnea/contract/call.ts'
import type { Clinic, updateClinic } from '@eupnea/contract/clinics.ts'

/** The changed fields as the person saw them, so that no one else's change is overwritten unseen (FA-1). */
export const wasOf = (seen: Clinic, changes: object): CallArguments<typeof updateClinic>['was'] =>
  Object.fromEntries(Object.entries(seen).filter(([name]) => name in changes))
