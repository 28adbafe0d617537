import type { SignalAnswer } from '@eupnea/contract/live.ts'
import { signalWord } from '@eupnea/contract/rules/signal-words.ts'

/** A state of the signal that takes the place of the rate, in words and as a mark (WA-1). */
export interface SignalView {
  readonly state: Exclude<SignalAnswer['state'], 'ok' | 'away'>
  /** danger: look at the resident now; warn: check the bed or the sensor; off: paused on purpose */
  readonly tone: 'danger' | 'warn' | 'off'
  readonly word: string
  /** ms since the epoch */
  readonly since: number
}

const noBreathing = { unarmed: 'warn', maybe_empty: 'warn', reads_empty: 'danger' } as const

const tones = {
  no_breathing: 'danger',
  stuck: 'warn',
  silent: 'warn',
  clock: 'warn',
  malformed: 'warn',
  paused: 'off',
} as const

/** @returns null while a live rate or nobody in bed is all there is to show */
export function signalViewOf(signal: SignalAnswer | null | undefined): SignalView | null {
  if (!signal || signal.state === 'ok' || signal.state === 'away') return null
  const { state, since, note } = signal
  const tone = state === 'no_breathing' && note ? noBreathing[note] : tones[state]
  return { state, tone, word: signalWord({ state, note: note ?? null }), since }
}
