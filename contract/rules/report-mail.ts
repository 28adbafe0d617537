import { m } from '@eupnea/texts'
import { oneFloor, reportDateText } from './report-cells.ts'

/** Names and passwords of e-mailed reports (specification sections 5 and 7, RP-5). */

/** `AB` for Ada Byron: at most three initials, the last name's among them; `X` for a name without letters. */
export function initialsOf(name: string): string {
  const letters = name
    .normalize('NFC')
    .split(/[\s-]+/u)
    .flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? [])
  const chosen = letters.length > 3 ? [...letters.slice(0, 2), letters.at(-1)!] : letters
  return chosen.join('').toUpperCase() || 'X'
}

/** `1120`. @param date YYYY-MM-DD, the day of sending at the clinic */
const monthDay = (date: string): string => date.slice(5).replace('-', '')

/** `AB-1120`: who sent it and when. */
export const senderDetail = (name: string, date: string): string => `${initialsOf(name)}-${monthDay(date)}`

/** `AB-1120.pdf` */
export const reportFileName = (name: string, date: string): string => `${senderDetail(name, date)}.pdf`

/** `AB1120`: the attachment's password unless the sender chose another; never in the same e-mail. */
export const reportPassword = (name: string, date: string): string => `${initialsOf(name)}${monthDay(date)}`

/** `Daily Report: 11/20/2026 - Maple Court`, with ` | Floor 2` for one floor. @param date YYYY-MM-DD of the report */
export function reportSubject(clinic: string, date: string, floor?: string | null): string {
  const given = { clinic, date: reportDateText(date) }
  const one = oneFloor(floor)
  return one === null ? m.report_mail_subject(given) : m.report_mail_subject_floor({ ...given, floor: one })
}
