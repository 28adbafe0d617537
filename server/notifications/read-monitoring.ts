import type { readMonitoring as declaration } from '@eupnea/contract/notifications.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { type OutageCause, selectMonitoredClinic, selectOpenOutages } from './monitoring.sql.ts'

/** Whether a clinic's monitoring works. @throws 404 for a clinic outside the caller's scope */
export const readMonitoring: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id } = await clinicOf(ctx, input.clinic_id)
  const watched = await selectMonitoredClinic(ctx, id)
  const outages = await selectOpenOutages(ctx, id)
  return {
    clinic_id: id,
    outages: outages.map((outage) => ({
      id: outage.id,
      cause: outage.cause as OutageCause,
      since: outage.since.toString(),
      description: outage.description,
    })),
    devices: watched?.devices ?? 0,
    last_heard: watched?.last_heard?.toString() ?? null,
  }
}
