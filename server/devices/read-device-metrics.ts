import type { readDeviceMetrics as declaration } from '@eupnea/contract/devices.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { selectMetrics } from './devices.sql.ts'

/** Counts of devices and residents, for the caller's scope or one of its clinics (DE-5). */
export const readDeviceMetrics: Verb<typeof declaration> = async ({ ctx, input }) => {
  if (input.clinic_id) await clinicOf(ctx, input.clinic_id)
  const { clinics, installed, online, admitted, connected } = await selectMetrics(ctx, input.clinic_id)
  const disconnected = installed - online
  return {
    disconnected_devices_percentage: installed === 0 ? 0 : Math.round((100 * disconnected) / installed),
    installed_devices: installed,
    total_admitted_patients: admitted,
    total_clinics: clinics,
    total_connected_patients: connected,
    total_disconnected_devices: disconnected,
    total_online_devices: online,
  }
}
