import type { listAllDevices as declaration } from '@eupnea/contract/devices.ts'
import { mostDevices } from '@eupnea/contract/devices.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { deviceAnswer } from './device-answer.ts'
import { selectDevices } from './devices.sql.ts'

/** All devices of a clinic by name, in one answer; with status occupied, those of its dashboard (DE-1). */
export const listAllDevices: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id } = input
  await clinicOf(ctx, clinic_id)
  const { rows, total } = await selectDevices(ctx, input, { offset: 0, limit: mostDevices })
  await recordAudit(ctx, { act: 'device.list-all', clinic_id, detail: { shown: rows.length } })
  return { items: rows.map(deviceAnswer), total_records: total }
}
