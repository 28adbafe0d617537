import type { PrivacyRequest } from '@eupnea/contract/privacy.ts'

export const kindText: Readonly<Record<PrivacyRequest['kind'], string>> = { export: 'Copy of data', erasure: 'Erasure' }
export const stateText: Readonly<Record<PrivacyRequest['state'], string>> = {
  open: 'Open',
  done: 'Done',
  refused: 'Refused',
}
export const subjectText: Readonly<Record<PrivacyRequest['subject_type'], string>> = {
  user: 'User',
  resident: 'Resident',
}

/** Who asks, or what is left of them. */
export const nameOf = ({ subject_name, subject_type }: PrivacyRequest): string =>
  subject_name ?? `Erased ${subject_type}`

const dayMs = 86_400_000

/** How urgent an open request is. @param today calendar day */
export function dueText({ due_on }: Pick<PrivacyRequest, 'due_on'>, today: string): { text: string; isLate: boolean } {
  const days = Math.round((Date.parse(due_on) - Date.parse(today)) / dayMs)
  if (days < 0) return { text: days === -1 ? '1 day late' : `${-days} days late`, isLate: true }
  return { text: days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`, isLate: false }
}
