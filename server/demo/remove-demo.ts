import type { removeDemo as declaration } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { clinicOf, removeDemoClinic } from '../clinics/index.ts'
import { removeDevicesOfClinic } from '../devices/index.ts'
import { removeDemoSamples } from '../live/ingest/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { removeUsersOfClinic } from '../users/index.ts'
import { memberEmail } from './create-demo.ts'
import { deleteMember } from './demo.sql.ts'

/**
 * Removes the demonstration clinic with its devices, all they measured, its residents and its staff, in one
 * transaction.
 * @throws 404 for an unknown clinic, 409 for any but a demonstration
 */
export const removeDemo: Verb<typeof declaration> = async ({ ctx, input }) => {
  const clinic = await clinicOf(ctx, input.clinic_id)
  if (!clinic.isDemo) throw conflict('not_a_demo', m.clinic_not_demo(), 'clinic_id')
  const deviceNos = await removeDevicesOfClinic(ctx, clinic.id)
  if (deviceNos.length > 0) await removeDemoSamples(ctx, clinic.id, deviceNos)
  await removeUsersOfClinic(ctx, clinic.id)
  await deleteMember(ctx, memberEmail)
  await removeDemoClinic(ctx, clinic.id)
  return {}
}
