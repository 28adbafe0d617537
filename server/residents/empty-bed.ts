import type { emptyBed as declaration } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { selectResident, selectUnbreathing } from './residents.sql.ts'

/**
 * Records that somebody looked and nobody is in the bed; every node hears it with the commit, and the one that watches
 * the bed ends the notification (WA-2).
 * @throws 409 where no open notification says that there is no breathing signal
 */
export const emptyBed: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await selectResident(ctx, input.patient_id)
  if (!resident) throw notFound('resident')
  const deviceId = await selectUnbreathing(ctx, resident.id)
  if (deviceId === null) throw conflict('bed_not_waiting', m.signal_empty_bed_refused())
  await recordAudit(ctx, { act: 'resident.empty-bed', clinic_id: resident.clinic_id, resident_id: resident.id })
  await ctx.emit({ type: 'bed_emptied', device_id: deviceId })
  return { patient_id: resident.id }
}
