import { isOvertaken } from '@eupnea/contract/rules/overtaken.ts'
import { type BedDraft, isTheirs } from './bed.ts'
import type { BedEvent } from './bed-event.ts'
import { hear, isCurrent } from './trust.ts'

/** Another node has committed readings: this one shows what its dashboards saw. */
export function mirror(draft: BedDraft, { seen, episode, said, now }: Extract<BedEvent, { event: 'mirrored' }>): void {
  draft.isBehind = true
  if (!isTheirs(draft.place, seen.ts) || isOvertaken(seen.ts, draft.ts, now - draft.seenAt)) return
  hear(draft, now)
  // By the clock of the node that hears it: ours may be wrong. Whatever this node hears itself is late, then.
  if (isCurrent(seen.ts, said) && seen.ts !== draft.ts) Object.assign(draft, { currentAt: now, lag: null })
  // What is open of the sensor, the node that hears it knows, and ends.
  draft.technical = []
  draft.online = true
  draft.ts = seen.ts
  draft.rr = seen.rr
  draft.dist = seen.dist_rr
  draft.lastMinute = seen.rr_last_mint
  draft.episode = episode
}
