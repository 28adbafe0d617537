import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { periodOf } from './period.ts'
import type { ReportInput } from './report-input.ts'
import { readingSpans, type Subject } from './report-subject.ts'
import { countReadings, selectReadings } from './reports.sql.ts'

const defaultHours = 24

/**
 * Readings as they were sent, oldest first, paged (interfaces.md section 2): ts in ms since the epoch, breaths per
 * minute, metres.
 */
export async function readRawReport(ctx: Ctx, subject: Subject, input: ReportInput) {
  const spans = await readingSpans(ctx, subject, periodOf(input, defaultHours))
  const { offset, limit } = pageOf(input)
  const items: Awaited<ReturnType<typeof selectReadings>> = []
  let total = 0
  // A resident's spans follow each other, so their readings do.
  for (const span of spans) {
    const before = total
    total += await countReadings(ctx, span)
    if (total <= offset || items.length === limit) continue
    const page = { offset: Math.max(0, offset - before), limit: limit - items.length }
    items.push(...(await selectReadings(ctx, span, page)))
  }
  return { items, pagination: { page: input.page, page_size: input.page_size, total_records: total } }
}
