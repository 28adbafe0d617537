import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { createClinic as declaration } from '@eupnea/contract/facilities.ts'
import type { Ctx } from '../platform/context.ts'
import { addClinic } from './add-clinic.ts'
import { clinicAnswer } from './clinic-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Creates a facility (FA-1). */
export const createClinic = async ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  clinicAnswer(await addClinic(ctx, input))
