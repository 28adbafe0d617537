import type { listDeviceRecords as declaration } from '@eupnea/contract/devices.ts'
import { recordAudit, recordAuditOfRows } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { notFound } from '../platform/errors.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectRecords } from './assignments.sql.ts'
import { recordAnswer } from './device-answer.ts'
import { selectDevice } from './devices.sql.ts'

/** Current and previous links of devices to residents, newest first (DE-1). @throws 404 for a clinic or device out of scope */
export const listDeviceRecords: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, device_id, patient_id, page, limit } = input
  if (clinic_id) await clinicOf(ctx, clinic_id)
  if (device_id && !(await selectDevice(ctx, device_id))) throw notFound('device')
  const { rows, ...total } = await selectRecords(ctx, input, pageOf({ page, page_size: limit }))
  const entry = { act: 'device.list-records', detail: { page, shown: rows.length } } as const
  if (patient_id || device_id)
    await recordAudit(ctx, {
      ...entry,
      clinic_id: clinic_id ?? rows[0]?.clinic_id ?? null,
      resident_id: rows.length > 0 ? (patient_id ?? null) : null,
      device_id: device_id ?? null,
    })
  else await recordAuditOfRows(ctx, rows, { ...entry, clinic_id })
  return { items: rows.map(recordAnswer), pagination: paginationOf({ page, page_size: limit }, total) }
}
