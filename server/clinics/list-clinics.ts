import type { listClinics as declaration } from '@eupnea/contract/clinics.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { selectClinics } from './clinics.sql.ts'

/** Clinics within the caller's scope (FA-1, FA-4). */
export const listClinics: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { rows, ...total } = await selectClinics(ctx, input, pageOf(input))
  return {
    items: rows.map(clinicAnswer),
    pagination: paginationOf(input, total),
  }
}
