import type { listDeviceConnections as declaration } from '@eupnea/contract/devices.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { selectConnections } from './devices.sql.ts'

/** Which visible devices are connected (DE-1, DE-7); contains nothing about residents. */
export const listDeviceConnections: Verb<typeof declaration> = async ({ ctx, input }) => {
  if (input.clinic_id) await clinicOf(ctx, input.clinic_id)
  const rows = await selectConnections(ctx, input.clinic_id)
  return {
    items: rows.map(({ device_id, online }) => ({ device_id, device_conn_status: online ? 1 : 0 })),
    total_records: rows.length,
  }
}
