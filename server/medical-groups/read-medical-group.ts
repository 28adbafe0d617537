import type { readMedicalGroup as declaration } from '@eupnea/contract/medical-groups.ts'
import type { Verb } from '../platform/route.ts'
import { medicalGroupOf } from './medical-group-of.ts'

/** One medical group (MG-1). @throws 404 */
export const readMedicalGroup: Verb<typeof declaration> = ({ ctx, input }) =>
  medicalGroupOf(ctx, input.medical_group_id)
