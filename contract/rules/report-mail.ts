import { m } from '@eupnea/texts'
import { oneFloor, reportDateText } from './report-cells.ts'

/** Names and passwords of reports that are sent by e-mail (specification sections 5 and 7, RP-5). */

/** `AB` of Ada Byron: at most three, of the first names and the last one; `X` of a name without a letter. */
export function initialsOf(name: string): string {
  const letters = name
    .normalize('NFC')
    .split(/[\s-]+/u)
    .flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? [])
  const chosen = letters.length > 3 ? [...letters.slice(0, 2), letters.at(-1)!] : letters
  return chosen.join('').toUpperCase() || 'X'
}

/** `1120`. @param date YYYY-MM-DD, the day of sending where the clinic is */
const monthDay = (date: string): string => date.slice(5).replace('-', '')

/** `AB-1120`: who sent it, and when. */
export const senderDetail = (name: string, date: string): string => `${initialsOf(name)}-${monthDay(date)}`

/** `AB-1120.pdf` */
export const reportFileName = (name: string, date: string): string => `${senderDetail(name, date)}.pdf`

/** `AB1120`: what opens the attachment unless the sender chose another; never in the same mail. */
export const reportPassword = (name: string, date: string): string => `${initialsOf(name)}${monthDay(date)}`

/** `Daily Report: 11/20/2026 - Maple Court`, with ` | Floor 2` for one floor. @param date YYYY-MM-DD of the report */
export function reportSubject(clinic: string, date: string, floor?: string | null): string {
  const given = { clinic, date: reportDateText(date) }
  const one = oneFloor(floor)
  return one === null ? m.report_mail_subject(given) : m.report_mail_subject_floor({ ...given, floor: one })
}
