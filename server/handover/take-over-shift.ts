import type { Duty } from '@eupnea/contract/duties.ts'
import type { takeOverShift as declaration } from '@eupnea/contract/handover.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { beginOwnDuty, type Gateways } from '../duties/index.ts'
import { unauthenticated } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { insertTakenOver, selectTakenOver } from './handover.sql.ts'
import { takenOverAnswer } from './handover-answer.ts'
import { refuseUnknownFloor } from './refuse-unknown-floor.ts'
import { dutyEnd, shiftOf } from './shift.ts'

/**
 * Records that the caller has taken over a floor from a shift, and when (HO-1). Several people may; each counts once.
 * Their duty on the floor begins, if they can be reached (AN-7).
 * @throws 404, 422 for an impossible shift or a floor that the facility doesn't have
 */
export const takeOverShift =
  (gateways: Gateways): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { clinic_id, floor } = input
    const { actor } = ctx
    if (actor.type !== 'user') throw unauthenticated()
    const { tz, floors } = await clinicOf(ctx, clinic_id)
    const shift = shiftOf(input, tz, Temporal.Now.instant())
    if (floor !== everyFloor) await refuseUnknownFloor(ctx, { id: clinic_id, floors }, floor)
    const taken = { ...shift, clinic_id, floor: floor === everyFloor ? null : floor }
    const span = { from: shift.since.toString(), until: shift.until.toString() }
    let duty: Duty | null = null
    if (await insertTakenOver(ctx, taken, { id: actor.id, name: actor.name || actor.email })) {
      await recordAudit(ctx, { act: 'handover.take-over', clinic_id, detail: { floor, ...span } })
      const end = dutyEnd(shift, tz, Temporal.Now.instant())
      const floorsOfDuty = taken.floor === null ? [] : [taken.floor]
      if (end) duty = await beginOwnDuty(ctx, gateways, { clinic_id, floors: floorsOfDuty, until: end })
    }
    return {
      clinic_id,
      floor,
      ...span,
      taken_over: (await selectTakenOver(ctx, taken)).map(takenOverAnswer(ctx)),
      duty,
    }
  }
