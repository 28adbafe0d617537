import type { listInventory as declaration } from '@eupnea/contract/devices.ts'
import { recordAuditOfRows } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { inventoryAnswer } from './device-answer.ts'
import { selectDevices } from './devices.sql.ts'

/** Devices by name, with the person who added them to stock (DE-1, DE-6). */
export const listInventory: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, page, limit, record_status, status = record_status, ...filter } = input
  if (clinic_id) await clinicOf(ctx, clinic_id)
  const { rows, ...total } = await selectDevices(
    ctx,
    { ...filter, ...(clinic_id && { clinic_id }), ...(status && { record_status: status }) },
    pageOf({ page, page_size: limit }),
  )
  await recordAuditOfRows(ctx, rows, { act: 'device.list-inventory', clinic_id, detail: { page, shown: rows.length } })
  return { items: rows.map(inventoryAnswer), pagination: paginationOf({ page, page_size: limit }, total) }
}
