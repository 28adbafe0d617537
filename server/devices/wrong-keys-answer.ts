import type { WrongKeyRow } from './wrong-keys.sql.ts'

/** How long wrong keys are kept and shown. */
export const wrongKeyDays = 30

/** @param hours newest first @returns null: none */
export function wrongKeysAnswer(hours: readonly WrongKeyRow[]) {
  const [newest] = hours
  if (!newest) return null
  const count = hours.reduce((sum, hour) => sum + hour.count, 0)
  return { count, last_at: newest.last_at.toString(), address: newest.address }
}
