import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { closeAssignment, insertAssignment, lockResident } from './assignments.sql.ts'
import { lockDevice } from './devices.sql.ts'
import { tellDevices } from './tell-devices.ts'

interface LinkMove {
  readonly resident_id: string
  readonly from: string
  readonly to: string
}

/**
 * Links residents to other devices of their clinic, all at once, so that two can swap theirs (EH-5). Whoever is monitored
 * goes on being monitored, so consent isn't asked again.
 */
export async function moveLinks(ctx: Ctx, clinic_id: string, moves: readonly LinkMove[]): Promise<void> {
  // In one order for everybody, residents first, as everywhere.
  for (const { resident_id } of moves.toSorted((a, b) => (a.resident_id < b.resident_id ? -1 : 1)))
    await lockResident(ctx, resident_id)
  for (const device_id of [...new Set(moves.flatMap(({ from, to }) => [from, to]))].sort())
    await lockDevice(ctx, device_id)
  const freed: LinkMove[] = []
  for (const move of moves) if (await closeAssignment(ctx, move.from, move.resident_id)) freed.push(move)
  for (const { resident_id, from, to } of freed) {
    await insertAssignment(ctx, { clinic_id, device_id: to, resident_id })
    await recordAudit(ctx, { act: 'device.unassign', clinic_id, resident_id, device_id: from })
    await recordAudit(ctx, { act: 'device.assign', clinic_id, resident_id, device_id: to })
    await tellDevices(ctx, clinic_id, { device_id: from, patient_id: resident_id })
    await tellDevices(ctx, clinic_id, { device_id: to, patient_id: resident_id })
  }
}
