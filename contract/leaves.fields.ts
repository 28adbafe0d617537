import { m } from '@eupnea/texts'
import type { Fields, Rule } from './field-kinds.ts'

/** What is recorded of a resident's leave (PL-6). */

export const leaveReason = { kind: 'line', max: 200, label: m.leave_reason, help: m.leave_reason_help } as const

/** On a form; the wire has instants. Days and times are by the facility's clock. */
export const leaveForm = {
  from_day: { kind: 'date', isRequired: true, label: m.leave_from_day },
  from_time: { kind: 'time', isRequired: true, missing: m.rule_not_time, label: m.leave_from_time },
  until_day: { kind: 'date', isRequired: true, label: m.leave_until_day },
  until_time: { kind: 'time', isRequired: true, missing: m.rule_not_time, label: m.leave_until_time },
  reason: leaveReason,
} as const satisfies Fields

export const leaveRules: readonly Rule<typeof leaveForm>[] = [
  {
    field: 'until_time',
    of: ['from_day', 'from_time', 'until_day', 'until_time'],
    isKept: ({ from_day, from_time, until_day, until_time }) =>
      !from_day || !from_time || !until_day || !until_time || `${until_day}T${until_time}` > `${from_day}T${from_time}`,
    code: 'backwards',
    words: m.leave_backwards,
  },
]

/** How far back a leave may begin, and how long it may last. */
export const leaveLimits = { backDays: 30, longestDays: 366 } as const
