import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readMedicalGroup as declaration } from '@eupnea/contract/medical-groups.ts'
import type { Ctx } from '../platform/context.ts'
import { medicalGroupOf } from './medical-group-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** One medical group (MG-1). @throws 404 */
export const readMedicalGroup = ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  medicalGroupOf(ctx, input.medical_group_id)
