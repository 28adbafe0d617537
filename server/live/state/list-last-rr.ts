import type { CallOutput } from '@eupnea/contract/call.ts'
import type { listLastRr as declaration } from '@eupnea/contract/residents.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { recordAudit } from '../../audit/index.ts'
import { clinicOf } from '../../clinics/index.ts'
import { selectLeaves } from '../../leaves/index.ts'
import { summariseResidents } from '../../measurements/index.ts'
import { wholeList } from '../../platform/paging.ts'
import type { Verb } from '../../platform/route.ts'
import { hasAlert, shownLastMinute, signalAnswer } from '../bed/bed.ts'
import type { LiveState } from './live-state.ts'
import { graphMinutes, selectGraphs, selectResidentsInBeds } from './state.sql.ts'

/** Newest values of every resident with a device, from the live state; time in bed and graphs from the minutes. */
export const listLastRr =
  (state: LiveState): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { id } = await clinicOf(ctx, input.clinic_id)
    const until = Temporal.Now.instant()
    const period = { since: until.subtract({ hours: 24 }), until }
    const lastDay = await summariseResidents(ctx, id, period, await selectLeaves(ctx, id, period))
    const graphs = input.graph === 'true' ? await selectGraphs(ctx, id) : null
    const seen = await selectResidentsInBeds(ctx, id)
    await recordAudit(ctx, { act: 'resident.list-live', clinic_id: id })
    await state.settled()
    const items: CallOutput<typeof declaration>['items'] = []
    for (const bed of state.ofClinic(id)) {
      const { residentId, id: device_id } = bed.place
      // The live state knows no scope: a display of one floor sees only those who live there.
      if (residentId === null || !seen.has(residentId)) continue
      const minutes = lastDay.get(residentId)?.minutes_in_bed
      items.push({
        patient_id: residentId,
        device_id,
        realTimeRR: bed.rr,
        dist_rr: bed.dist,
        alert10min: hasAlert(bed),
        device_conn_status: bed.online ? 1 : 0,
        rr_last_mint: shownLastMinute(bed),
        rScore: bed.score,
        timeInBed: minutes === undefined ? null : hoursInBed(minutes),
        lastUpdated: bed.ts,
        signal: signalAnswer(bed),
        presence_range: bed.place.presenceRange,
        ...(graphs ? { graphData: graphs.get(residentId) ?? new Array<null>(graphMinutes).fill(null) } : {}),
      })
    }
    return wholeList(items)
  }
