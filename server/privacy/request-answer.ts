import { answerDays, answerMonths, extendedMonths, type PrivacyRequest } from '@eupnea/contract/privacy.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type RequestRow, selectRequest } from './privacy.sql.ts'

/** Legal deadline: one month, or three if extended. */
export const latestDay = ({ received_on, extension }: Pick<RequestRow, 'received_on' | 'extension'>) =>
  Temporal.PlainDate.from(received_on).add({ months: extension === null ? answerMonths : extendedMonths })

/** The day by which the person must be answered: 14 calendar days, or the extended deadline. */
function dueDay(row: RequestRow): Temporal.PlainDate {
  return row.extension === null ? Temporal.PlainDate.from(row.received_on).add({ days: answerDays }) : latestDay(row)
}

export const requestAnswer = (row: RequestRow): PrivacyRequest => ({
  request_id: row.id,
  kind: row.kind,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  subject_name: row.name,
  is_in_care: row.is_in_care ?? false,
  received_on: row.received_on,
  due_on: dueDay(row).toString(),
  latest_on: latestDay(row).toString(),
  extension: row.extension,
  state: row.state,
  closed_at: row.closed_at?.toString() ?? null,
  reason: row.reason,
})

/** @throws 404 */
export async function findRequest(ctx: Ctx, request_id: string): Promise<RequestRow> {
  const row = await selectRequest(ctx, request_id)
  if (!row) throw notFound('request')
  return row
}
