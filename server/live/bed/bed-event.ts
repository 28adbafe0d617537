import type { LastMinute } from '@eupnea/contract/live.ts'
import type { EpisodeState } from '@eupnea/contract/rules/episode.ts'
import type { MinuteSums } from '@eupnea/contract/rules/minute.ts'
import type { Baseline, RScore } from '@eupnea/contract/rules/r-score.ts'
import type { Direction, Severity } from '@eupnea/contract/rules/severity.ts'
import type { Signal } from '@eupnea/contract/rules/signal.ts'
import type { Bed, Place, TechnicalKind } from './bed.ts'
import type { EndReason, RaiseNote, WatchEffect, WatchKind, WatchReading } from './watch.ts'

/**
 * All that can happen to what is known of a bed, and what follows from it. Pure: whoever calls it stores the effects and
 * tells of them. Instants are ms since the epoch; `now` is this node's clock.
 */
export type BedEvent =
  /** stored here: readings in any order, and the minutes they changed as the database has them now, oldest first */
  | {
      readonly event: 'readings'
      readonly readings: readonly WatchReading[]
      readonly minutes: readonly MinuteSums[]
      readonly now: number
    }
  /** what another node has committed, as its dashboards saw it; @param said by that node's clock */
  | {
      readonly event: 'mirrored'
      readonly seen: Seen
      readonly episode: EpisodeState
      readonly said: number
      readonly now: number
    }
  | { readonly event: 'signalled'; readonly signal: Signal }
  | { readonly event: 'scored'; readonly score: RScore }
  /** word: it said so itself, or its broker did for it; silence: nothing was heard for a while */
  | { readonly event: 'online'; readonly online: boolean; readonly by: 'word' | 'silence'; readonly now: number }
  /** one message; @param aheadMs of its newest reading that is too new or too old (negative); null: other reasons */
  | { readonly event: 'refused'; readonly aheadMs: number | null; readonly now: number }
  /** how it speaks was found out (WA-9) */
  | { readonly event: 'characterised'; readonly isChangeOnly: boolean }
  /** the same resident's, by other terms */
  | { readonly event: 'placed'; readonly place: Place; readonly now: number }
  | { readonly event: 'baselined'; readonly baseline: Baseline; readonly now: number }
  /** @param ear null: another node judges silence */
  | { readonly event: 'ticked'; readonly now: number; readonly ear: Ear | null }
  /** somebody looked: nobody is in it (WA-2) */
  | { readonly event: 'emptied'; readonly now: number }
  /** it has been silent for so long that staff are to know (WA-5) */
  | { readonly event: 'silenced'; readonly now: number }

/** What the node that judges silence has heard. */
export interface Ear {
  /** since when it hears devices without a break, ms */
  readonly since: number
  /** how long it listens before it judges a device that it has not heard yet, ms (NO_READINGS_MINUTES) */
  readonly quietMs: number
  /** devices that some node has heard lately but couldn't believe */
  readonly doubted: ReadonlySet<string>
}

interface Seen {
  readonly rr: number | null
  readonly dist_rr: number | null
  readonly rr_last_mint: LastMinute
  readonly ts: number
}

export type BedKind = 'episode' | WatchKind | TechnicalKind

export interface Raise {
  readonly effect: 'raise'
  readonly kind: BedKind
  readonly direction: Direction | null
  readonly severity: Severity
  /** when it was due; end of the minute for an episode */
  readonly at: number
  /** when it began, where that is earlier */
  readonly since?: number
  /** breaths per minute, of an episode */
  readonly rr: number | null
  readonly note: RaiseNote | null
  /** how far a clock is ahead, ms; negative: behind */
  readonly aheadMs: number | null
}

export interface End {
  readonly effect: 'end'
  readonly kind: BedKind
  readonly direction: Direction | null
  readonly at: number
  readonly reason: EndReason | 'in_range' | 'left_bed' | 'sensor_stuck' | 'plan_changed' | 'recovered'
}

export type BedEffect =
  | Raise
  | End
  | Extract<WatchEffect, { effect: 'flag' }>
  /** to be kept as a span, and sent to screens */
  | { readonly effect: 'signal'; readonly signal: Signal }
  /** minutes from `from` on were watched before these readings came: to be judged again (WA-8) */
  | { readonly effect: 'late'; readonly from: number }
  /** status: sent while the bed still has its previous values */
  | { readonly effect: 'tell'; readonly what: 'numbers' | 'score' | 'status' }

export interface Reduced {
  readonly bed: Bed
  readonly effects: readonly BedEffect[]
}
