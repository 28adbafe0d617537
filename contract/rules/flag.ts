/** Resident flag statuses and their transitions (specification section 3, RE-6). */

export const flagStatuses = [
  { id: 1, name: 'Default', colour: 'default' },
  { id: 2, name: 'Flagged', colour: 'green' },
  { id: 3, name: 'In Review', colour: 'yellow' },
  { id: 4, name: 'Escalated', colour: 'red' },
  { id: 5, name: 'Approved', colour: 'blue' },
] as const
export type FlagStatus = (typeof flagStatuses)[number]['id']

const onwards: Record<FlagStatus, readonly FlagStatus[]> = { 1: [2], 2: [1, 3], 3: [1, 4, 5], 4: [1, 5], 5: [1] }

/** Back to the first from any, itself included: a note may be all that there is to say. */
export const mayFlag = (from: FlagStatus, to: FlagStatus): boolean => to === 1 || onwards[from].includes(to)
export const nextFlags = (from: FlagStatus): readonly FlagStatus[] => onwards[from]
export const flagName = (id: FlagStatus): string => flagStatuses[id - 1]!.name
