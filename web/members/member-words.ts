import type { LinkedProvider, Member, Night } from '@eupnea/contract/members.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import type { DayBar } from '../shared/charts/day-bars.tsx'
import { browserZone } from '../shared/form/local-time.ts'
import { dateText, decimalText } from '../shared/time.ts'

/** What a Provider may do for a member. */
export const kindText: Readonly<Record<LinkedProvider['kind'], () => string>> = {
  admin: m.member_kind_admin,
  coach: m.member_kind_coach,
}

/** `ada@example.org · Assigned · since 2 Mar 2026`. */
export const providerFacts = ({ email, kind, linked_at }: LinkedProvider): string =>
  m.member_provider_facts({ email, kind: kindText[kind](), day: dateText(linked_at, browserZone()) })

/** `Connected`, `Not connected`, `No sensor`. */
export const connectionText = ({ device_conn_status, is_linked }: Member): string =>
  !is_linked
    ? m.member_connection_unlinked()
    : device_conn_status === null
      ? m.member_connection_no_sensor()
      : device_conn_status === 1
        ? m.member_connection_on()
        : m.member_connection_off()

/** `7.4 h in bed · 15.2 BrPM`. */
export const nightText = (night: Night | null): string =>
  night === null ? '–' : m.member_night({ hours: decimalText(night.time_in_bed), rate: rateText(night.rr_avg, null) })

const dayMs = 86_400_000

/** A bar for each of the last nights, oldest first; a night that nothing was read in has no value. */
export function nightBars(nights: readonly Night[], last: string, count: number): DayBar[] {
  const hours = new Map(nights.map(({ date, time_in_bed }) => [date, time_in_bed]))
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.parse(last) - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    const value = hours.get(date) ?? null
    return { date, value, text: decimalText(value), note: value === null ? m.member_night_none() : '' }
  })
}
