import type { SubjectType } from './privacy.sql.ts'

/** Subject of an audit entry: a resident in their own column, a user in the detail. */
export const audited = (type: SubjectType, id: string, detail: Record<string, unknown> = {}) =>
  type === 'resident' ? { resident_id: id, detail } : { detail: { ...detail, user_id: id } }
