import type { readHandover as declaration } from '@eupnea/contract/handover.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { handoverOf } from './handover-of.ts'

/** What there is to hand over of a floor and shift (HO-1). @throws 404, 422 for an impossible shift */
export const readHandover: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { handover } = await handoverOf(ctx, input)
  const { clinic_id, floor, from, until, items } = handover
  await recordAudit(ctx, { act: 'handover.read', clinic_id, detail: { floor, from, until, shown: items.length } })
  return handover
}
