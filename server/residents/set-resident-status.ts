import type { Act } from '@eupnea/contract/audit.ts'
import { type setResidentStatus as declaration, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { releaseDevice } from '../devices/index.ts'
import { closeLeave } from '../leaves/index.ts'
import { notFound, PortalError } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { residentAnswer } from './resident-answer.ts'
import { moveResidentStatus, selectResident } from './residents.sql.ts'

const { deleted, active, discharged } = residentStatus

/** The statuses a move may start from, and its name in the audit log. */
const moves = {
  [discharged]: { from: [active], act: (_from: number): Act => 'resident.discharge' },
  [active]: {
    from: [discharged, deleted],
    act: (from: number): Act => (from === deleted ? 'resident.undelete' : 'resident.readmit'),
  },
  [deleted]: { from: [active, discharged], act: (_from: number): Act => 'resident.delete' },
} as const

/**
 * Discharge (2), readmit or undelete (1), delete (0). Discharge and delete free the device (RE-4). For a
 * resident who is back, the earlier leave is over; an undo keeps it (PL-6).
 * @throws 409 when the resident's current status doesn't allow it
 */
export const setResidentStatus: Verb<typeof declaration> = async ({ ctx, input }) => {
  const before = await selectResident(ctx, input.patient_id)
  if (!before) throw notFound('resident')
  const move = moves[input.status]
  if (!(await moveResidentStatus(ctx, before.id, move.from, input.status))) {
    // Read again: someone else may have just been quicker.
    const { status } = (await selectResident(ctx, before.id)) ?? before
    throw new PortalError(409, 'resident_status_conflict', alreadyText(status), {
      ...(input.status === deleted ? { title: m.resident_delete_failed_title() } : {}),
      field: 'status',
    })
  }
  if (input.status !== active) await releaseDevice(ctx, before.id)
  else await closeLeave(ctx, { clinic_id: before.clinic_id, resident_id: before.id })
  await recordAudit(ctx, {
    act: move.act(before.status),
    clinic_id: before.clinic_id,
    resident_id: before.id,
    device_id: before.device_id,
    changes: changesOf({ status: before.status }, { status: input.status }),
  })
  await ctx.emit({ type: 'changed', noun: 'residents', clinic_id: before.clinic_id, patient_id: before.id })
  return residentAnswer((await selectResident(ctx, before.id))!)
}

const alreadyText = (status: number): string =>
  status === active
    ? m.resident_already_active()
    : status === discharged
      ? m.resident_already_discharged()
      : m.resident_already_deleted()
