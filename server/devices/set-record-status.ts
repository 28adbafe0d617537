import type { setRecordStatus as declaration } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { closeAssignment, selectRecord } from './assignments.sql.ts'
import { recordAnswer } from './device-answer.ts'
import { lockDevice } from './devices.sql.ts'
import { tellDevices } from './tell-devices.ts'

/**
 * Ends a current record, which unlinks the device from its resident (DE-3). An ended record can't become current again,
 * because the device may have had another resident since: link it again instead.
 * @throws 409 for an ended record
 */
export const setRecordStatus: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { record_id, record_status } = input
  const record = await selectRecord(ctx, record_id)
  if (!record) throw notFound('record')
  const { clinic_id, device_id, resident_id } = record
  // The device may belong to another clinic by now; the record then ended long ago.
  await lockDevice(ctx, device_id)
  const now = (await selectRecord(ctx, record_id))!
  if (now.until !== null)
    throw conflict(
      'record_is_previous',
      record_status === 'current' ? m.device_record_reopen() : m.device_record_ended(),
      'record_status',
    )
  if (record_status === 'current') return recordAnswer(now)
  await closeAssignment(ctx, device_id, resident_id)
  await recordAudit(ctx, { act: 'device.unassign', clinic_id, resident_id, device_id })
  await tellDevices(ctx, clinic_id, { device_id, patient_id: resident_id })
  return recordAnswer((await selectRecord(ctx, record_id))!)
}
