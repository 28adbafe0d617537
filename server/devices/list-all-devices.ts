import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listAllDevices as declaration } from '@eupnea/contract/devices.ts'
import { mostDevices } from '@eupnea/contract/devices.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { deviceAnswer } from './device-answer.ts'
import { selectDevices } from './devices.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** All devices of a clinic by name, in one answer; with status occupied, those of its dashboard (DE-1). */
export async function listAllDevices({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { clinic_id } = input
  await clinicOf(ctx, clinic_id)
  const { rows, total } = await selectDevices(ctx, input, { offset: 0, limit: mostDevices })
  await recordAudit(ctx, { act: 'device.list-all', clinic_id, detail: { shown: rows.length } })
  return { items: rows.map(deviceAnswer), total_records: total }
}
