import { allowsMonitoring, type ConsentState } from '@eupnea/contract/consents.fields.ts'
import type { assignDevice as declaration } from '@eupnea/contract/devices.ts'
import { telemetryLimits } from '@eupnea/contract/live.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict, notFound, refused } from '../platform/errors.ts'
import { isBefore } from '../platform/period.ts'
import type { Verb } from '../platform/route.ts'
import {
  closeAssignment,
  type Holder,
  insertAssignment,
  lockResident,
  selectConsent,
  selectHolders,
  selectUnlinkedAt,
} from './assignments.sql.ts'
import { deviceAnswer } from './device-answer.ts'
import { inUseBy } from './device-holder.ts'
import { lockDevice, placeDevice, selectDevice, selectIdOfUid } from './devices.sql.ts'
import { tellDevices } from './tell-devices.ts'

/**
 * Links a device to a resident (status 1) or ends their link (status 0) (DE-4). A device has one resident and a
 * resident one device, even under concurrent calls (RE-5); repeating the same link changes nothing.
 * The resident's readings begin with the link, or with `since` (WA-13).
 * @throws 404 for a device or resident outside the scope, 409 naming the conflict or the lack of consent, 422 for an
 * impossible `since`
 */
export const assignDevice: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { patient_id, status, since } = input
  const device_id = input.device_id ?? (await selectIdOfUid(ctx, input.device_uid ?? ''))
  if (device_id === undefined) throw notFound('device')
  const resident = await lockResident(ctx, patient_id)
  const device = await lockDevice(ctx, device_id)
  if (!device) throw notFound('device')
  if (!resident) throw notFound('resident')
  const clinic_id = device.clinic_id ?? resident.clinic_id
  const changed =
    status === 1 ? await link(ctx, device, patient_id, resident, since) : await unlink(ctx, device_id, patient_id)
  if (changed) {
    const act = status === 1 ? 'device.assign' : 'device.unassign'
    const detail = status === 1 && since !== undefined ? { since } : undefined
    await recordAudit(ctx, { act, clinic_id, resident_id: patient_id, device_id, ...(detail && { detail }) })
    await tellDevices(ctx, clinic_id, { device_id, patient_id })
  }
  return deviceAnswer((await selectDevice(ctx, device_id))!)
}

type Device = NonNullable<Awaited<ReturnType<typeof lockDevice>>>
type Resident = NonNullable<Awaited<ReturnType<typeof lockResident>>>

/** @returns false when they are already linked */
async function link(
  ctx: Ctx,
  device: Device,
  resident_id: string,
  resident: Resident,
  since?: string,
): Promise<boolean> {
  const { id: device_id } = device
  const clinic_id = resident.clinic_id
  if (device.inventory_status === 'inactive') throw conflict('device_inactive', m.device_inactive(), 'device_id')
  // Moves the device from stock into the resident's clinic; only someone who sees both can ask for it.
  if (device.clinic_id === null) await placeDevice(ctx, device_id, await clinicOf(ctx, clinic_id))
  else if (device.clinic_id !== clinic_id) throw conflict('device_elsewhere', m.device_other_clinic(), 'device_id')
  if (resident.status !== residentStatus.active)
    throw conflict('resident_not_active', m.device_resident_inactive(), 'patient_id')
  // Both are locked, so nobody links either of them meanwhile.
  const holders = await selectHolders(ctx, device_id, resident_id)
  if (holders.some((holder) => holder.device_id === device_id && holder.resident_id === resident_id)) return false
  if (holders.length > 0) throw inTheWay(holders, device_id)
  await refuseWithoutConsent(ctx, resident_id)
  const begin = since === undefined ? undefined : Temporal.Instant.from(since)
  if (begin) await refuseSince(ctx, begin, device_id, resident_id)
  await insertAssignment(ctx, { clinic_id, device_id, resident_id }, begin)
  return true
}

/** Nobody is monitored who has declined, nor without consent where the facility requires it (PL-5). */
async function refuseWithoutConsent(ctx: Ctx, resident_id: string): Promise<void> {
  const { state, requires_consent } = (await selectConsent(ctx, resident_id))!
  const refusedAs = { declined: m.consent_declined_refused, withdrawn: m.consent_withdrawn_refused }
  if (state === 'declined' || state === 'withdrawn')
    throw conflict(`consent_${state}`, refusedAs[state](), 'patient_id')
  if (!allowsMonitoring(state as ConsentState | null, requires_consent === true))
    throw conflict('consent_missing', m.consent_missing_refused(), 'patient_id')
}

/**
 * Readings from `since` on become the resident's: none that may be somebody else's, or of another device, or of a time in
 * which they had refused monitoring (WA-13, PL-5).
 */
async function refuseSince(ctx: Ctx, since: Temporal.Instant, device_id: string, resident_id: string): Promise<void> {
  const now = Temporal.Now.instant()
  const isEarlier = (than: Temporal.Instant | null) => than !== null && isBefore(since, than)
  if (isBefore(now, since)) throw refused('since', m.device_since_future())
  if (isEarlier(now.subtract({ milliseconds: telemetryLimits.behindMs })))
    throw refused('since', m.device_since_too_early())
  const unlinked = await selectUnlinkedAt(ctx, device_id, resident_id)
  if (isEarlier(unlinked.device)) throw refused('since', m.device_since_of_device())
  if (isEarlier(unlinked.resident)) throw refused('since', m.device_since_of_resident())
  const { refused_until } = (await selectConsent(ctx, resident_id))!
  if (isEarlier(refused_until)) throw refused('since', m.device_since_of_refusal())
}

function inTheWay(holders: readonly Holder[], device_id: string) {
  const ofDevice = holders.find((holder) => holder.device_id === device_id)
  if (ofDevice) return conflict('device_occupied', inUseBy(ofDevice.room), 'device_id')
  const device = holders[0]?.device_name ?? device_id
  return conflict('resident_has_device', m.device_resident_has_other({ device }), 'patient_id')
}

async function unlink(ctx: Ctx, device_id: string, resident_id: string): Promise<boolean> {
  if (await closeAssignment(ctx, device_id, resident_id)) return true
  throw conflict('device_not_assigned', m.device_not_linked(), 'device_id')
}
