import { planAt } from '@eupnea/contract/rules/plan.ts'
import type { LocalTime } from './local-time.ts'
import { settleMs, sinceChange, stayMs, type WatchDraft, type WatchEffect, type WatchTerms } from './watch.ts'

const minute = 60_000

/** What depends on the time of day. Of a stuck sensor nobody is known to be out, back or still there (WA-11). */
export function judgeTimes(
  draft: WatchDraft,
  before: number,
  ms: number,
  terms: WatchTerms,
  isPaused: boolean,
  effects: WatchEffect[],
): void {
  if (draft.stuckSince !== null) return
  if (isPaused) {
    judgeBack(draft, ms, terms.leave!.from, effects)
    return
  }
  if (draft.isBackEarly) {
    draft.isBackEarly = false
    effects.push({ effect: 'end', kind: 'back_early', at: ms, reason: 'returned' })
  }
  const isLeaveOver = terms.leave !== null && before < terms.leave.until && ms >= terms.leave.until
  if (isLeaveOver && draft.there === false && draft.stayingSince === null && !draft.isOut) {
    draft.isOut = true
    effects.push({ effect: 'raise', kind: 'out_of_bed', severity: 'warning', at: ms, note: 'not_back' })
  }
  const start = Math.floor(ms / minute) * minute
  const isNewMinute = before < start
  const { out_of_bed, still_in_bed } = planAt(terms, ms)
  if (out_of_bed !== null && draft.leftAt !== null && !draft.isOut) {
    const due = sinceChange(terms, draft.leftAt + out_of_bed.minutes * minute, ms)
    const isFirstLook = before <= due || before < draft.leftAt + settleMs
    if (ms > due && (isNewMinute || isFirstLook)) {
      const at = [due, Math.max(due, start)].find((at) =>
        isWithin(terms.local(at).time, out_of_bed.from, out_of_bed.until),
      )
      if (at !== undefined) {
        draft.isOut = true
        effects.push({ effect: 'raise', kind: 'out_of_bed', severity: 'warning', at, note: null })
      }
    }
  }
  if (still_in_bed !== null && isNewMinute && draft.stayingSince !== null && !draft.isStill) {
    const { day, time } = terms.local(start)
    if (
      time >= still_in_bed &&
      draft.stillDay !== day &&
      isBefore(terms.local(draft.stayingSince), day, still_in_bed)
    ) {
      draft.stillDay = day
      draft.isStill = true
      effects.push({ effect: 'raise', kind: 'still_in_bed', severity: 'warning', at: start, note: null })
    }
  }
}

/** Somebody is in the bed of who is on leave (PL-6). */
function judgeBack(draft: WatchDraft, ms: number, leaveFrom: number, effects: WatchEffect[]): void {
  if (draft.stayingSince === null || draft.isBackEarly) return
  const at = Math.max(draft.stayingSince, leaveFrom) + stayMs
  if (ms < at) return
  draft.isBackEarly = true
  effects.push({ effect: 'raise', kind: 'back_early', severity: 'warning', at, note: null })
}

/** By the clock on the wall: the minutes between two times are others where it is set. */
const isBefore = (at: LocalTime, day: string, time: string): boolean =>
  at.day < day || (at.day === day && at.time < time)

/** @param until may be earlier than `from`: over midnight; equal: the whole day */
const isWithin = (time: string, from: string, until: string): boolean =>
  from < until ? time >= from && time < until : time >= from || time < until
