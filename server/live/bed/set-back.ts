import { emptyLastMinute } from '@eupnea/contract/live.ts'
import { minuteOf } from '@eupnea/contract/rules/minute.ts'
import { type BedDraft, lastMinuteOf } from './bed.ts'
import type { Watch, WatchDraft } from './watch.ts'

/**
 * Shifts what is known about a bed when its sensor's clock has been set back by minutes. Until the clock catches up, its
 * readings are older than earlier ones and would say nothing about now, so a breathing stop would go unnoticed. Stored
 * minutes, and the episodes judged by them, don't shift: a minute that the clock passes twice holds readings of both times.
 */
export function setBack(draft: BedDraft, ts: number, byMs: number): void {
  draft.storedUntil = Math.max(draft.storedUntil ?? draft.ts!, draft.ts!)
  draft.ts = draft.ts! - byMs
  draft.watch = earlier(draft.watch, byMs)
  draft.minutes = draft.minutes.filter(({ minute }) => minute <= minuteOf(ts))
  draft.lastMinute = lastMinuteOf(draft.minutes) ?? emptyLastMinute
}

const instants = [
  'ts',
  'distAt',
  'thereSince',
  'stayingSince',
  'validSince',
  'okSince',
  'lostSince',
  'movedAt',
  'runSince',
  'stuckSince',
  'stuckFrom',
  'unstuckAt',
  'flaggedUntil',
  'leftAt',
  'goneFrom',
  'goneAt',
] as const satisfies readonly (keyof Watch)[]

function earlier(watch: Watch, byMs: number): Watch {
  const draft: WatchDraft = { ...watch }
  for (const name of instants) {
    const at = draft[name]
    if (at !== null) draft[name] = at - byMs
  }
  return draft
}
