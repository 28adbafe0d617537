import type { Handover, HandoverItem } from '@eupnea/contract/handover.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { hundredth } from '@eupnea/contract/rules/round.ts'
import { findingOf, roundRate } from '@eupnea/contract/rules/severity.ts'
import { type ClinicFacts, clinicOf } from '../clinics/index.ts'
import { downtimeOfReport } from '../downtime/index.ts'
import { summariseResidents } from '../measurements/index.ts'
import { selectActs } from '../notifications/index.ts'
import { planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import { earlier } from '../platform/period.ts'
import { commonGaps, silentWithin } from './common-gaps.ts'
import {
  type ClinicShift,
  type ResidentRow,
  selectFlags,
  selectNotes,
  selectNotifications,
  selectResidents,
  selectShiftLeaves,
  selectSignals,
  selectTakenOver,
  selectTrends,
} from './handover.sql.ts'
import {
  bedTimes,
  flagAnswer,
  leavesAnswer,
  missedTimes,
  noteAnswer,
  notificationsAt,
  pausedOnLeave,
  takenOverAnswer,
  toCheck,
} from './handover-answer.ts'
import { refuseUnknownFloor } from './refuse-unknown-floor.ts'
import { recentShifts, shiftOf } from './shift.ts'

export interface HandoverOf {
  readonly clinic_id: string
  readonly floor: string
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/**
 * What there is to hand over of a floor and shift (HO-1), as of the end of the shift, or of now while it goes on.
 * @throws 404 for a clinic outside the actor's scope, 422 for an impossible shift
 */
export async function handoverOf(
  ctx: Ctx,
  { clinic_id, floor, from, until }: HandoverOf,
): Promise<{ readonly handover: Handover; readonly clinic: ClinicFacts }> {
  const clinic = await clinicOf(ctx, clinic_id)
  const now = Temporal.Now.instant()
  const whole = shiftOf({ from, until }, clinic.tz, now)
  const floorAsked = floor === everyFloor ? null : floor
  if (floorAsked !== null) await refuseUnknownFloor(ctx, clinic, floorAsked)
  const shift = { clinic_id, since: whole.since, until: earlier(whole.until, now) }
  const residents = await selectResidents(ctx, clinic_id, floorAsked)
  const facts = await factsOf(ctx, shift, clinic.tz)
  const items = residents.map((resident) => facts.itemOf(resident))
  const others = items.filter((item) => !item.is_discharged && !hasSomething(item))
  const unmonitored = others.filter(({ patient_id }) => !facts.isMonitored(patient_id)).length
  const handover: Handover = {
    clinic_id,
    clinic_name: clinic.name,
    floor,
    from: whole.since.toString(),
    until: whole.until.toString(),
    as_of: shift.until.toString(),
    items: items.filter(hasSomething),
    quiet: others.length - unmonitored,
    unmonitored,
    outages: facts.outages,
    notifications: facts.ofClinic,
    taken_over: (await selectTakenOver(ctx, { ...whole, clinic_id, floor: floorAsked })).map(takenOverAnswer(ctx)),
    shifts: recentShifts(clinic.tz, now).map((one) => ({ from: one.since.toString(), until: one.until.toString() })),
  }
  return { handover, clinic }
}

const hasSomething = (item: HandoverItem): boolean =>
  item.trend !== null ||
  item.flag !== null ||
  item.signal !== null ||
  [item.notifications, item.ended, item.out_of_bed.spans, item.downtime, item.notes, item.leaves].some(
    ({ length }) => length > 0,
  )

/** What the nouns know of the shift, by resident. */
async function factsOf(ctx: Ctx, shift: ClinicShift, tz: string) {
  const ofResident = <T extends { readonly resident_id: string | null }>(rows: readonly T[]) => {
    const found = Map.groupBy(rows, ({ resident_id }) => resident_id)
    return (id: string | null): readonly T[] => found.get(id) ?? []
  }
  const { clinic_id, since, until } = shift
  const raised = await selectNotifications(ctx, shift)
  const notifications = ofResident(raised)
  const ids = raised.map(({ id }) => id)
  const acts = Map.groupBy(await selectActs(ctx, ids), ({ notification_id }) => notification_id)
  const actsOf = (id: string) => acts.get(id) ?? []
  const away = await selectShiftLeaves(ctx, shift)
  const leaves = ofResident(away)
  const ofBeds = pausedOnLeave(await selectSignals(ctx, shift), leaves, until)
  const signals = ofResident(ofBeds)
  const gaps = commonGaps([...Map.groupBy(ofBeds, ({ resident_id }) => resident_id).values()], shift)
  const trends = ofResident(await selectTrends(ctx, shift))
  const flags = ofResident(await selectFlags(ctx, shift))
  const notes = ofResident(await selectNotes(ctx, shift))
  const missed = await downtimeOfReport(ctx, { ...shift, tz }, { floor: null, resident_id: null })
  const downtime = Map.groupBy(missed.items, ({ patient_id }) => patient_id)
  const sums = await summariseResidents(ctx, clinic_id, shift, away)
  const plans = await planTimes(ctx, clinic_id, { since: until, until })
  const textOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()
  return {
    outages: gaps.map((gap) => ({ from: textOf(gap.from), until: textOf(gap.until) })),
    ofClinic: notificationsAt(notifications(null), actsOf, until).listed,
    isMonitored: (id: string) => signals(id).some(({ state }) => state !== 'paused'),
    itemOf(resident: ResidentRow): HandoverItem {
      const { resident_id, status, clinic_id: _, ...known } = resident
      const { listed, ended } = notificationsAt(notifications(resident_id), actsOf, until)
      const [trend] = trends(resident_id)
      const sum = sums.get(resident_id)
      const rate = hundredth(sum?.rr_avg ?? null)
      const { limits } = plans.limitsAt(resident_id, until)
      const is_discharged = status !== residentStatus.active
      return {
        patient_id: resident_id,
        ...known,
        is_discharged,
        rr_avg: rate === null ? null : roundRate(rate, limits),
        rr_direction: findingOf(rate, limits)?.direction ?? null,
        time_in_bed: sum ? hoursInBed(sum.minutes_in_bed) : null,
        notifications: listed,
        ended,
        out_of_bed: bedTimes(signals(resident_id), { since, until }),
        downtime: missedTimes(downtime.get(resident_id) ?? [], silentWithin(gaps, signals(resident_id), shift)),
        trend: trend ? { at: trend.created_at.toString(), rate: trend.rate, usual: trend.usual } : null,
        flag: flagAnswer(flags(resident_id)[0], since, is_discharged),
        notes: notes(resident_id).map(noteAnswer),
        leaves: leavesAnswer(leaves(resident_id), { since, until }, is_discharged),
        signal: toCheck(signals(resident_id), until),
      }
    },
  }
}
