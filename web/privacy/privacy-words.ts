import type { PrivacyRequest } from '@eupnea/contract/privacy.ts'
import { m } from '@eupnea/texts'

export const kindText: Readonly<Record<PrivacyRequest['kind'], () => string>> = {
  export: m.privacy_kind_export,
  erasure: m.privacy_kind_erasure,
}
export const stateText: Readonly<Record<PrivacyRequest['state'], () => string>> = {
  open: m.privacy_state_open,
  done: m.privacy_state_done,
  refused: m.privacy_state_refused,
}
export const subjectText: Readonly<Record<PrivacyRequest['subject_type'], () => string>> = {
  user: m.privacy_subject_user,
  resident: m.privacy_subject_resident,
}

/** Who asks, or what is left of them. */
export const requestName = ({ subject_name, subject_type }: PrivacyRequest): string =>
  subject_name ?? (subject_type === 'user' ? m.privacy_erased_user() : m.privacy_erased_resident())

type Asked = Pick<PrivacyRequest, 'state' | 'kind' | 'is_in_care' | 'subject_type' | 'subject_id'>

/** What keeps an open request to be erased from being answered now. @param ownId of the person who looks */
export function erasureBar({ state, kind, is_in_care, subject_type, subject_id }: Asked, ownId?: string) {
  if (state !== 'open' || kind !== 'erasure') return null
  if (is_in_care) return m.privacy_discharge_first()
  return subject_type === 'user' && subject_id === ownId ? m.privacy_own_account() : null
}

const dayMs = 86_400_000

/** How urgent an open request is. @param today calendar day */
export function dueText({ due_on }: Pick<PrivacyRequest, 'due_on'>, today: string): { text: string; isLate: boolean } {
  const days = Math.round((Date.parse(due_on) - Date.parse(today)) / dayMs)
  if (days < 0) return { text: m.privacy_late({ count: -days }), isLate: true }
  const text =
    days === 0 ? m.privacy_due_today() : days === 1 ? m.privacy_due_tomorrow() : m.privacy_due_in({ count: days })
  return { text, isLate: false }
}
