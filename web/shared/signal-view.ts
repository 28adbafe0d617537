import type { SignalAnswer } from '@eupnea/contract/live.ts'
import { m } from '@eupnea/texts'

/** A state of the signal that takes the place of the rate, in words and as a mark (WA-1). */
export interface SignalView {
  readonly state: Exclude<SignalAnswer['state'], 'ok' | 'away'>
  /** danger: look at the resident now; warn: check the bed or the sensor; off: paused on purpose */
  readonly tone: 'danger' | 'warn' | 'off'
  readonly word: string
  /** ms since the epoch */
  readonly since: number
}

const noBreathing = {
  unarmed: { tone: 'warn', word: m.signal_no_breathing },
  maybe_empty: { tone: 'warn', word: m.signal_maybe_empty },
  reads_empty: { tone: 'danger', word: m.signal_no_breathing_empty },
} as const

const states = {
  no_breathing: { tone: 'danger', word: m.signal_no_breathing },
  stuck: { tone: 'warn', word: m.signal_stuck },
  silent: { tone: 'warn', word: m.signal_silent },
  clock: { tone: 'warn', word: m.signal_clock },
  malformed: { tone: 'warn', word: m.signal_malformed },
  paused: { tone: 'off', word: m.signal_paused },
} as const

/** @returns null while a live rate or nobody in bed is all there is to show */
export function signalViewOf(signal: SignalAnswer | null | undefined): SignalView | null {
  if (!signal || signal.state === 'ok' || signal.state === 'away') return null
  const { state, since, note } = signal
  const { tone, word } = state === 'no_breathing' && note ? noBreathing[note] : states[state]
  return { state, tone, word: word(), since }
}
