import type { readLiveGraph as declaration } from '@eupnea/contract/reports.ts'
import { recordAudit } from '../audit/index.ts'
import { clip, floorMinute, presentEnd, selectMinutes } from '../measurements/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { selectDeviceOfReport } from './reports.sql.ts'
import { respirationPoint } from './respiration-point.ts'

/**
 * A device's minutes over the last hours, as far as they are its present resident's or, without one, nobody's: an
 * earlier resident's are never shown (RE-7). Minutes without readings are left out.
 */
export const readLiveGraph: Verb<typeof declaration> = async ({ ctx, input }) => {
  const device = await selectDeviceOfReport(ctx, input.device_id)
  if (!device || (input.clinic_id !== undefined && input.clinic_id !== device.clinic_id)) throw notFound('device')
  const { device_id, device_no, clinic_id, resident_id, present_since } = device
  const now = Temporal.Now.instant()
  const period = { since: floorMinute(now.subtract({ hours: input.hours })), until: presentEnd(now) }
  const items = []
  for (const span of clip(device_no, present_since ?? period.since, null, period))
    items.push(...(await selectMinutes(ctx, span)).map(respirationPoint))
  await recordAudit(ctx, {
    act: 'report.live-graph',
    clinic_id,
    resident_id,
    device_id,
    detail: { hours: input.hours },
  })
  return { device_id, items }
}
