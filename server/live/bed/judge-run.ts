import { isRate, type WatchDraft, type WatchEffect, type WatchReading } from './watch.ts'

const minute = 60_000
const stuckReadings = 60
const stuckMs = 15 * minute
const stuckMostMs = 60 * minute
const goodMs = minute
const earlierRunsKept = 16

/** Readings that repeat the one before: a sensor that is stuck, and its minutes (WA-4). */
export function judgeRun(
  draft: WatchDraft,
  { ms, rr, dist }: WatchReading,
  before: number,
  isPaused: boolean,
  effects: WatchEffect[],
): void {
  const isSame = isRate(rr) && draft.there && rr === draft.runRr && dist === draft.runDist
  // A sensor that was stuck before a silence, and goes on with the very same values, still is.
  const isRepeated = isSame && (draft.runLength > 0 || draft.stuckSince !== null)
  if (isRepeated) {
    draft.runLength++
    const longMs = ms - draft.runSince
    const isLong = draft.runLength >= stuckReadings && longMs >= neededMs(draft.longestRun)
    if (draft.stuckSince === null && isLong) {
      draft.stuckSince = draft.runSince
      draft.flaggedUntil = Math.ceil(draft.runSince / minute) * minute
    }
    if (draft.stuckSince !== null && !draft.isStuckRaised && !isPaused) {
      draft.isStuckRaised = true
      draft.stuckFrom ??= draft.stuckSince
      if (draft.unstuckAt === null)
        effects.push({
          effect: 'raise',
          kind: 'stuck',
          severity: 'warning',
          at: ms,
          since: draft.stuckFrom,
          note: null,
        })
      draft.unstuckAt = null
    }
    flagUntil(draft, ms, effects)
    return
  }
  // Of what ended by itself the sensor may do so again; a gap ends a run without saying anything of it.
  if (draft.runLength > 0) learnRun(draft, before - draft.runSince, ms)
  draft.runSince = ms
  draft.runLength = 1
  draft.runRr = rr
  draft.runDist = dist
  if (draft.stuckSince !== null) {
    draft.stuckSince = null
    if (draft.isStuckRaised) draft.unstuckAt = ms
    draft.isStuckRaised = false
    draft.validSince = isRate(rr) ? ms : null
    draft.okSince = draft.validSince
    draft.readings = 1
    draft.state = null
  }
  if (draft.unstuckAt !== null && ms - draft.unstuckAt >= goodMs) {
    draft.unstuckAt = null
    draft.stuckFrom = null
    effects.push({ effect: 'end', kind: 'stuck', at: ms, reason: 'changed' })
  }
}

const neededMs = (longestRun: number): number => Math.min(stuckMostMs, Math.max(stuckMs, 3 * longestRun))

function learnRun(draft: WatchDraft, lasted: number, ms: number): void {
  const { longestRun, earlierRuns } = draft
  if (lasted <= longestRun) return
  draft.longestRun = lasted
  if (neededMs(lasted) > neededMs(longestRun))
    draft.earlierRuns = [...earlierRuns.slice(1 - earlierRunsKept), { since: draft.runSince, until: ms, longestRun }]
}

function flagUntil(draft: WatchDraft, ms: number, effects: WatchEffect[]): void {
  const until = Math.floor(ms / minute) * minute
  if (draft.stuckSince === null || until <= draft.flaggedUntil) return
  effects.push({ effect: 'flag', from: draft.flaggedUntil, until })
  draft.flaggedUntil = until
}
