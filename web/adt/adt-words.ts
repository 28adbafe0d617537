import type { AdtState } from '@eupnea/contract/adt.ts'
import { m } from '@eupnea/texts'

export const stateWords: Readonly<Record<AdtState, () => string>> = {
  waiting: m.adt_state_waiting,
  failed: m.adt_state_failed,
  applied: m.adt_state_applied,
  dismissed: m.adt_state_dismissed,
  refused: m.adt_state_refused,
}

const eventWords: Readonly<Record<string, () => string>> = {
  A01: m.adt_event_a01,
  A02: m.adt_event_a02,
  A03: m.adt_event_a03,
  A06: m.adt_event_a06,
  A07: m.adt_event_a07,
  A08: m.adt_event_a08,
  A11: m.adt_event_a11,
  A12: m.adt_event_a12,
  A13: m.adt_event_a13,
  A17: m.adt_event_a17,
  A21: m.adt_event_a21,
  A22: m.adt_event_a22,
  A31: m.adt_event_a31,
  A40: m.adt_event_a40,
}

export const eventText = (event: string): string => eventWords[event]?.() ?? event
