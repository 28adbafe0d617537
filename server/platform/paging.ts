import { type SelectQueryBuilder, sql } from 'kysely'
import { type Ctx, scopeOf } from './context.ts'
import { readsAlone } from './database-driver.ts'

/** Turns `page` (from 1) and `page_size` of the contract into offset and limit. */
export const pageOf = (input: { page: number; page_size: number }): Page => ({
  offset: (input.page - 1) * input.page_size,
  limit: input.page_size,
})

export interface Page {
  readonly offset: number
  readonly limit: number
}

/** Sizes that pages offer. Their plans may be kept; of any size, they would use up what connections keep. */
export const hasUsualSize = ({ limit }: Page): boolean => limit === 10 || limit % 25 === 0

/** A list that has no pages, as its one page. */
export const wholeList = <T>(items: T[]) => ({
  items,
  pagination: { page: 1, page_size: items.length, total_records: items.length },
})

/** How many rows all pages have together. */
export interface Total {
  readonly total: number
  /** there are more than `total` */
  readonly isCapped?: boolean
}

/** Counting costs as much as it finds: beyond the page, it goes to the next multiple of this (docs/decisions/0056-lists.md). */
const countedAtOnce = 10_000
/** So many are counted afresh for each page; a larger count may be as old as `freshMs`. */
const soonCounted = 1_000
const freshMs = 2_000

/** by database; a scope, a statement and its values name a count */
const counts = new WeakMap<object, Map<string, Total & { readonly until: number }>>()

/** A page of a list, with the count of all: `readPage` counts those that grow long. @param list all of it, in order */
export async function selectPage<Tables, Table extends keyof Tables, Row>(
  list: SelectQueryBuilder<Tables, Table, Row>,
  { offset, limit }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { total } = await list
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return { rows: await list.offset(offset).limit(limit).execute(), total }
}

/**
 * A page of a list, with how many rows all pages have. A download counts all of them.
 * @param read the page's rows @param matching what would be read without pages
 */
export async function readPage<R>(
  ctx: Ctx,
  page: Page,
  read: () => Promise<R[]>,
  // biome-ignore lint/suspicious/noExplicitAny: any list
  matching: SelectQueryBuilder<any, any, object>,
): Promise<Total & { readonly rows: R[] }> {
  const rows = await read()
  // The last page says it all.
  const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0)
  const counted = isLast ? { total: page.offset + rows.length, isCapped: false } : await countOf(ctx, page, matching)
  return { rows, ...counted }
}

/**
 * A page of what is searched by text: counted first, because how many there are decides how they are best read.
 * @param read the page's rows; with whether there are few enough to sort them all
 */
export async function readSought<R>(
  ctx: Ctx,
  page: Page,
  read: (isFew: boolean) => Promise<R[]>,
  // biome-ignore lint/suspicious/noExplicitAny: any list
  matching: SelectQueryBuilder<any, any, object>,
): Promise<Total & { readonly rows: R[] }> {
  const counted = await countOf(ctx, page, matching)
  return { rows: counted.total > page.offset ? await read(counted.total <= soonCounted) : [], ...counted }
}

async function countOf(
  ctx: Ctx,
  { offset, limit }: Page,
  // biome-ignore lint/suspicious/noExplicitAny: any list
  matching: SelectQueryBuilder<any, any, object>,
): Promise<Total> {
  const most = ctx.download ? null : (Math.floor((offset + limit) / countedAtOnce) + 1) * countedAtOnce
  const some = most === null ? matching : matching.limit(sql.lit(most + 1))
  const counting = sql<{ n: number }>`select ${readsAlone} count(*) as n from (${some.select(sql`1`.as('one'))}) found`
  const compiled = counting.compile(ctx.db)
  const key = JSON.stringify([scopeOf(ctx.actor), compiled.sql, compiled.parameters])
  const own = countsOf(ctx)
  const known = own.get(key)
  if (known && known.until > performance.now() && !ctx.download) return known
  const { n } = (await ctx.db.executeQuery(compiled)).rows[0]!
  const isCapped = most !== null && n > most
  const counted = { total: isCapped ? most : n, isCapped }
  if (n > soonCounted) keep(own, key, counted)
  return counted
}

/** Each database has an adapter of its own, whatever transaction speaks to it. */
const countsOf = ({ db }: Ctx) => counts.getOrInsertComputed(db.getExecutor().adapter, () => new Map())

function keep(own: ReturnType<typeof countsOf>, key: string, counted: Total): void {
  const now = performance.now()
  if (own.size > 1_000) for (const [old, { until }] of own) if (until < now) own.delete(old)
  own.set(key, { ...counted, until: now + freshMs })
}

/** As the contract says it. */
export const paginationOf = (
  { page, page_size }: { page: number; page_size: number },
  { total, isCapped }: Total,
): { page: number; page_size: number; total_records: number; is_capped?: true } => ({
  page,
  page_size,
  total_records: total,
  ...(isCapped && { is_capped: true }),
})
