import { type undoResidentStatus as declaration, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { assignDevice } from '../devices/index.ts'
import { conflict, notFound, PortalError } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { residentAnswer } from './resident-answer.ts'
import { moveResidentStatus, selectResident } from './residents.sql.ts'

const { deleted, active, discharged } = residentStatus

/**
 * Undoes a discharge or deletion: restores both status and device, or neither (RE-4).
 * @throws 409 when the status has changed since, or the device is no longer free
 */
export const undoResidentStatus: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { patient_id, status, device_id } = input
  const before = await selectResident(ctx, patient_id)
  if (!before) throw notFound('resident')
  const from = status === active ? [discharged, deleted] : [deleted]
  if (!(await moveResidentStatus(ctx, patient_id, from, status)))
    throw conflict('resident_status_conflict', m.resident_undo_too_late(), 'status')
  if (status === active && device_id)
    await assignDevice({ ctx, input: { device_id, patient_id, status: 1 } }).catch(sayDeviceGone)
  await recordAudit(ctx, {
    act: before.status === deleted ? 'resident.undelete' : 'resident.readmit',
    clinic_id: before.clinic_id,
    resident_id: patient_id,
    device_id: device_id ?? null,
    changes: { status: { before: before.status, after: status } },
    detail: { undo: true },
  })
  await ctx.emit({ type: 'changed', noun: 'residents', clinic_id: before.clinic_id, patient_id })
  return residentAnswer((await selectResident(ctx, patient_id))!)
}

function sayDeviceGone(error: unknown): never {
  if (!(error instanceof PortalError)) throw error
  const message =
    error.status === 404 ? m.resident_undo_no_device() : m.resident_undo_refused({ reason: error.message })
  throw conflict('undo_device_gone', message, 'device_id')
}
