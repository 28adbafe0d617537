import { m } from '@eupnea/texts'

/** Resident flag statuses and their transitions (specification section 3, RE-6). */

export const flagStatuses = [
  { id: 1, colour: 'default' },
  { id: 2, colour: 'green' },
  { id: 3, colour: 'yellow' },
  { id: 4, colour: 'red' },
  { id: 5, colour: 'blue' },
] as const
export type FlagStatus = (typeof flagStatuses)[number]['id']

const onwards: Record<FlagStatus, readonly FlagStatus[]> = { 1: [2], 2: [1, 3], 3: [1, 4, 5], 4: [1, 5], 5: [1] }

/** Any status can go back to the first, the first itself included: sometimes there is only a note to add. */
export const mayFlag = (from: FlagStatus, to: FlagStatus): boolean => to === 1 || onwards[from].includes(to)
export const nextFlags = (from: FlagStatus): readonly FlagStatus[] => onwards[from]
const names: Readonly<Record<FlagStatus, () => string>> = {
  1: m.resident_flag_none,
  2: m.resident_flag_flagged,
  3: m.resident_flag_review,
  4: m.resident_flag_escalated,
  5: m.resident_flag_approved,
}
export const flagName = (id: FlagStatus): string => names[id]()
