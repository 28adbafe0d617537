import type { LinkedProvider, Member, Night } from '@eupnea/contract/members.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import type { DayBar } from '../shared/charts/day-bars.tsx'
import { decimalText } from '../shared/time.ts'

type Named = Pick<Member, 'first_name' | 'last_name'>
export const nameOf = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`

/** What a Provider may do for a member. */
export const kindText: Readonly<Record<LinkedProvider['kind'], string>> = {
  admin: 'Assigned',
  coach: 'Shared, reads only',
}

/** `Connected`, `Not connected`, `No device`. */
export const connectionText = ({ device_conn_status, is_linked }: Member): string =>
  !is_linked
    ? 'No resident linked'
    : device_conn_status === null
      ? 'No device'
      : device_conn_status === 1
        ? 'Connected'
        : 'Not connected'

/** `7.4 h in bed · 15.2 BrPM`. */
export const nightText = (night: Night | null): string =>
  night === null ? '–' : `${decimalText(night.time_in_bed)} h in bed · ${rateText(night.rr_avg)} BrPM`

const dayMs = 86_400_000

/** A bar for each of the last nights, oldest first; a night that nothing was read in has no value. */
export function nightBars(nights: readonly Night[], today: string, count: number): DayBar[] {
  const hours = new Map(nights.map(({ date, time_in_bed }) => [date, time_in_bed]))
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.parse(today) - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    const value = hours.get(date) ?? null
    const isOpen = date === today
    return {
      ...{ date, value, isOpen, text: decimalText(value) },
      note: value === null ? 'no reading' : isOpen ? 'so far' : '',
    }
  })
}
