import type { selectMalformed } from './malformed.sql.ts'

type MalformedRow = Awaited<ReturnType<typeof selectMalformed>>[number]

/** A row as the contract's count of malformed messages. */
export const malformedAnswer = ({ reason, count, last_at, sample }: MalformedRow) => ({
  reason,
  count,
  last_at: last_at.toString(),
  sample,
})
