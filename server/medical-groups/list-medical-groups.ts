import type { listMedicalGroups as declaration } from '@eupnea/contract/medical-groups.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { medicalGroupAnswers } from './medical-group-answer.ts'
import { selectMedicalGroups } from './medical-groups.sql.ts'

/** Medical groups by name, paged (MG-1). */
export const listMedicalGroups: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { rows, ...total } = await selectMedicalGroups(ctx, input, pageOf(input))
  return {
    items: await medicalGroupAnswers(ctx, rows),
    pagination: paginationOf(input, total),
  }
}
