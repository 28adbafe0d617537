import { m } from '@eupnea/texts'
import type { Signal, SignalState } from './signal.ts'

const noBreathing = {
  unarmed: m.signal_no_breathing,
  maybe_empty: m.signal_maybe_empty,
  reads_empty: m.signal_no_breathing_empty,
} as const

const states = {
  no_breathing: m.signal_no_breathing,
  stuck: m.signal_stuck,
  silent: m.signal_silent,
  clock: m.signal_clock,
  malformed: m.signal_malformed,
  paused: m.signal_paused,
} as const

/** States that have words; the others are a live rate, or nobody in bed. */
type WordedState = Exclude<SignalState, 'ok' | 'away'>

/** A signal in words: `Sensor silent` (WA-1). */
export const signalWord = ({ state, note }: { readonly state: WordedState; readonly note: Signal['note'] }): string =>
  (state === 'no_breathing' && note ? noBreathing[note] : states[state])()
