import type { listBedMismatches as declaration } from '@eupnea/contract/beds.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { selectMismatches } from './beds.sql.ts'

/** Residents of a clinic whose sensor stands at another bed than the EHR has them in (EH-5). @throws 404 */
export const listBedMismatches: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const rows = await selectMismatches(ctx, clinic_id)
  if (rows.length > 0) await recordAudit(ctx, { act: 'bed.list-mismatches', clinic_id, detail: { rows: rows.length } })
  return {
    items: rows.map((row) => ({
      patient_id: row.resident_id,
      first_name: row.first_name,
      last_name: row.last_name,
      preferred_name: row.preferred_name,
      device_id: row.device_id,
      device_name: row.device_name,
      resident: { room: row.room, floor: row.floor },
      sensor: { room: row.sensor_room, floor: row.sensor_floor },
      since: row.raised_at?.toString() ?? null,
    })),
  }
}
