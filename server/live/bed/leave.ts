import type { Bed, BedDraft } from './bed.ts'
import type { BedEffect } from './bed-event.ts'
import { endEpisodes } from './judge-minutes.ts'
import { show } from './trust.ts'
import { unnotified, type WatchKind } from './watch.ts'

/** Nobody is watched until the leave ends (PL-6). */
export function pause(draft: BedDraft, effects: BedEffect[]): void {
  const { from } = draft.place.leave!
  endEpisodes(draft, from, 'paused', effects)
  for (const kind of [...draft.technical, ...openKinds(draft)])
    effects.push({ effect: 'end', kind, direction: null, at: from, reason: 'paused' })
  draft.technical = []
  draft.watch = { ...unnotified(draft.watch), leftAt: null }
  show(draft, 'paused', from, null, effects)
}

/** Notifications of the watch that are open. */
function openKinds({ watch }: Bed): readonly WatchKind[] {
  const kinds: WatchKind[] = []
  if (watch.breathing === 'notified') kinds.push('no_breathing')
  if (watch.stuckSince !== null || watch.unstuckAt !== null) kinds.push('stuck')
  if (watch.isOut) kinds.push('out_of_bed')
  if (watch.isStill) kinds.push('still_in_bed')
  return kinds
}

export function resume(draft: BedDraft, now: number, effects: BedEffect[]): void {
  const { state, note } = draft.watch
  draft.goodSince = null
  show(draft, state ?? 'silent', now, note, effects)
}
