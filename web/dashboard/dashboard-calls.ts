import { listLastRr, listResidents } from '@eupnea/contract/residents.ts'
import { callQuery } from '../shared/api.ts'
import { allPagesQuery } from '../shared/pages.ts'
import { queryClient } from '../shared/query.ts'

/** What a dashboard asks for. */

export const residentsInput = (clinic_id: string) => ({ clinic_id, status: '3' })

/** @param withGraph with the curves of the last two hours */
export const lastRrInput = (clinic_id: string, withGraph: boolean) =>
  withGraph ? ({ clinic_id, graph: 'true' } as const) : { clinic_id }

/** Asks for it while the page itself is still on its way. */
export function prefetchDashboard(clinicId: string): void {
  void queryClient.prefetchQuery(allPagesQuery(listResidents, residentsInput(clinicId)))
  void queryClient.prefetchQuery(callQuery(listLastRr, lastRrInput(clinicId, false)))
}
