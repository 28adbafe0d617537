import type { listDevices as declaration } from '@eupnea/contract/devices.ts'
import { recordAuditOfRows } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { deviceAnswer } from './device-answer.ts'
import { selectDevices } from './devices.sql.ts'

/** Devices within the caller's scope (DE-1). @throws 404 for a clinic out of it */
export const listDevices: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, page, limit, sort, order } = input
  const { rows, ...total } = await selectDevices(ctx, input, pageOf({ page, page_size: limit }), { by: sort, order })
  // Whoever sees a device of the clinic sees the clinic.
  if (clinic_id && rows.length === 0) await clinicOf(ctx, clinic_id)
  const entry = { act: 'device.list', clinic_id, detail: { page, shown: rows.length } } as const
  await recordAuditOfRows(ctx, rows, entry, ({ device_id }) => device_id)
  return { items: rows.map(deviceAnswer), pagination: paginationOf({ page, page_size: limit }, total) }
}
