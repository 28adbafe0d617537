import type { listMalformedMessages as declaration } from '@eupnea/contract/devices.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import { wholeList } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectDevice } from './devices.sql.ts'
import { selectMalformed } from './malformed.sql.ts'
import { malformedAnswer } from './malformed-answer.ts'

/** Refused messages of a device by reason, newest first. There are few reasons, so all are on page 1. */
export const listMalformedMessages: Verb<typeof declaration> = async ({ ctx, input }) => {
  const device = await selectDevice(ctx, input.device_id)
  if (!device) throw notFound('device')
  const rows = await selectMalformed(ctx, device.device_id)
  const { clinic_id, resident_id, device_id } = device
  await recordAudit(ctx, { act: 'device.read-malformed', clinic_id, resident_id, device_id })
  return wholeList(rows.map(malformedAnswer))
}
