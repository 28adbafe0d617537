import { reportDateText } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'

/** Instants as reports write them: `11/20/2026 03:12:45` in a zone (specification section 9). @param zone IANA */
export function reportTime(zone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return (ms) => format.format(ms).replace(',', '')
}

/** `11/20/2026`, or `11/16/2026 to 11/22/2026`. */
export const daysText = (first: string, last: string): string =>
  first === last ? reportDateText(first) : m.report_days({ first: reportDateText(first), last: reportDateText(last) })
