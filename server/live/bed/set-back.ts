import { emptyLastMinute } from '@eupnea/contract/live.ts'
import { minuteOf } from '@eupnea/contract/rules/minute.ts'
import { type BedDraft, lastMinuteOf } from './bed.ts'
import type { Watch, WatchDraft } from './watch.ts'

/**
 * A sensor's clock was set back by minutes: for so long its readings are older than what came before, and would count for
 * nothing of now. What is known of the bed is put back with the clock, so that whoever stops breathing meanwhile is told
 * of at once. Minutes, and episodes by them, wait for the clock: those that it passes twice hold readings of both times.
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
