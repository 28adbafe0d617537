import type { LeaveSpan } from '@eupnea/contract/leaves.ts'
import { m } from '@eupnea/texts'
import { now, sinceText } from '../shared/time.ts'

/** `On leave until 14:00`, or from when it will be. */
export const leaveText = ({ from, until }: LeaveSpan, zone: string): string =>
  Date.parse(from) <= now()
    ? m.leave_running({ time: sinceText(until, zone) })
    : m.leave_planned({ time: sinceText(from, zone) })
