import type { SubjectType } from './privacy.sql.ts'

/** Whom an audit entry is about: a resident by their own column, a user by the detail. */
export const audited = (type: SubjectType, id: string, detail: Record<string, unknown> = {}) =>
  type === 'resident' ? { resident_id: id, detail } : { detail: { ...detail, user_id: id } }
