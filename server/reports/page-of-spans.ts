import type { Span } from '../measurements/index.ts'
import type { Ctx, Download } from '../platform/context.ts'
import { type Page, pageOf, paginationOf } from '../platform/paging.ts'

/** Rows within spans, such as readings. */
export interface RowSource<T> {
  count(ctx: Ctx, span: Span): Promise<number>
  /** oldest first */
  select(ctx: Ctx, span: Span, page: Page): Promise<T[]>
  /** the earliest instant after a row at which there may be another */
  after(row: T): Temporal.Instant
}

interface Rest {
  readonly spans: readonly Span[]
  readonly total: number
}

/** Where a download's next page continues, instead of skipping all earlier rows again. */
const rests = new WeakMap<Download, Rest>()

/** A page of the rows of all spans, one span after the other, and the total number of rows. */
export async function pageOfSpans<T>(
  ctx: Ctx,
  spans: readonly Span[],
  input: { page: number; page_size: number },
  source: RowSource<T>,
): Promise<{ items: T[]; pagination: { page: number; page_size: number; total_records: number } }> {
  const { items, ...total } = await (ctx.download
    ? nextRows(ctx, ctx.download, spans, input.page_size, source)
    : rowsOfPage(ctx, spans, pageOf(input), source))
  return { items, pagination: paginationOf(input, total) }
}

async function rowsOfPage<T>(ctx: Ctx, spans: readonly Span[], { offset, limit }: Page, source: RowSource<T>) {
  const items: T[] = []
  let total = 0
  // A resident's spans are in order, so their rows are too.
  for (const span of spans) {
    const before = total
    total += await source.count(ctx, span)
    if (total <= offset || items.length === limit) continue
    const page = { offset: Math.max(0, offset - before), limit: limit - items.length }
    items.push(...(await source.select(ctx, span, page)))
  }
  return { items, total }
}

async function nextRows<T>(
  ctx: Ctx,
  download: Download,
  all: readonly Span[],
  limit: number,
  source: RowSource<T>,
): Promise<{ items: T[]; total: number }> {
  const { spans, total } = rests.get(download) ?? { spans: all, total: await countAll(ctx, all, source) }
  const items: T[] = []
  const left = [...spans]
  while (left.length > 0 && items.length < limit) {
    const span = left.shift()!
    const rows = await source.select(ctx, span, { offset: 0, limit: limit - items.length })
    items.push(...rows)
    const last = rows.at(-1)
    if (last !== undefined && items.length === limit) left.unshift({ ...span, since: source.after(last) })
  }
  rests.set(download, { spans: left, total })
  return { items, total }
}

async function countAll<T>(ctx: Ctx, spans: readonly Span[], source: RowSource<T>): Promise<number> {
  let total = 0
  for (const span of spans) total += await source.count(ctx, span)
  return total
}
