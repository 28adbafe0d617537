/** What is known of the signal of a monitored bed (WA-1). The first state that holds is the one shown. */
export const signalStates = ['paused', 'clock', 'malformed', 'silent', 'stuck', 'no_breathing', 'away', 'ok'] as const
export type SignalState = (typeof signalStates)[number]

/**
 * What a `no_breathing` adds (WA-2, WA-9). unarmed: no minute of breathing was seen in this stay. maybe_empty: the sensor
 * can't tell whether somebody is there. reads_empty: the radar sees nobody any more, but nobody was seen to leave.
 */
export const signalNotes = ['unarmed', 'maybe_empty', 'reads_empty'] as const
export type SignalNote = (typeof signalNotes)[number]

export interface Signal {
  readonly state: SignalState
  /** ms since the epoch */
  readonly since: number
  readonly note: SignalNote | null
}

/** A number is shown as live only then. */
export const isLive = (signal: Pick<Signal, 'state'> | null): boolean => signal === null || signal.state === 'ok'

export const isSameSignal = (one: Signal | null, other: Signal | null): boolean =>
  one?.state === other?.state && one?.since === other?.since && one?.note === other?.note
