import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { isIn } from '../platform/text-search.ts'
import type { Interval } from './intervals.ts'
import type { SearchPage } from './search-page.ts'
import { textOf } from './search-values.ts'

/** Searches in the views of this noun, page by page. */

export type Condition = Expression<SqlBool>

export const none: Condition = sql<SqlBool>`false`
const all: Condition = sql<SqlBool>`true`

export const oneOf = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : none
const eachOf = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : all

export const equals = (column: string, value: unknown): Condition => sql<SqlBool>`${sql.ref(column)} = ${value}`

/** FHIR's string search: from the beginning of a word group, without case and accents. */
export function hasText(columns: readonly string[], value: string, modifier: string | undefined): Condition {
  const text = textOf(value)
  if (modifier === 'contains') return isIn(text, ...columns)
  return oneOf(
    columns.map((column) =>
      modifier === 'exact' ? equals(column, text) : sql<SqlBool>`starts_with(fold(${sql.ref(column)}), fold(${text}))`,
    ),
  )
}

/** Years that the database and FHIR both have. */
const bounds = [Date.parse('0001-01-01T00:00Z'), Date.parse('9999-12-31T00:00Z')] as const

/** @returns text of an instant, for a cast */
export const instantText = (ms: number): string => new Date(Math.min(Math.max(ms, bounds[0]), bounds[1])).toISOString()

/** Whether an instant or a date lies in one of the intervals. */
export const isWithin = (
  expression: Expression<unknown>,
  type: 'timestamptz' | 'date',
  intervals: readonly Interval[],
) =>
  oneOf(
    intervals.map(([since, until]) => {
      const cast = (ms: number) =>
        type === 'date' ? sql`${instantText(ms).slice(0, 10)}::date` : sql`${instantText(ms)}::timestamptz`
      const from = since <= bounds[0] ? all : sql<SqlBool>`${expression} >= ${cast(since)}`
      const to = until >= bounds[1] ? all : sql<SqlBool>`${expression} < ${cast(until)}`
      return sql<SqlBool>`(${expression} is not null and ${from} and ${to})`
    }),
  )

/** Rows that were changed after an instant. */
export const isChangedAfter = (ms: number): Condition =>
  isWithin(sql.ref('updated_at'), 'timestamptz', [[ms + 1, Number.POSITIVE_INFINITY]])

interface Source {
  readonly view: string
  readonly id: string
  /** by key of `_sort`; text, so that all of them compare in one way */
  readonly sortable: Readonly<Record<string, RawBuilder<unknown>>>
}

/**
 * A page of a view's rows by the keys and then the id. It begins after the values of the last row, so that a row that
 * is added or removed meanwhile neither repeats nor hides another.
 */
export async function selectRows<Row>(
  { db }: Ctx,
  { view, id, sortable }: Source,
  conditions: readonly Condition[],
  { sort, count, after }: Pick<SearchPage, 'sort' | 'count' | 'after'>,
): Promise<{ rows: Row[]; next: string[] | null; total: number }> {
  const keys = [...sort, { key: 'id', isDescending: false }].map(({ key, isDescending }) => ({
    isDescending,
    text: sql`coalesce((${key === 'id' ? sql.ref(id) : sortable[key]!})::text, '') collate "C"`,
  }))
  const counted = await sql<{ total: number }>`select count(*) as total from ${sql.table(view)}
    where ${eachOf(conditions)}`.execute(db)
  const { total } = counted.rows[0]!
  if (count === 0) return { rows: [], next: null, total }
  const isBeyond = keys.map((_, index) =>
    eachOf(
      keys.slice(0, index + 1).map(({ text, isDescending }, place) => {
        const value = after?.[place] ?? ''
        if (place < index) return sql<SqlBool>`${text} = ${value}`
        return isDescending ? sql<SqlBool>`${text} < ${value}` : sql<SqlBool>`${text} > ${value}`
      }),
    ),
  )
  const order = keys.map(({ text, isDescending }) => (isDescending ? sql`${text} desc` : text))
  const { rows } = await sql<Row & { sort_keys: string[] }>`
    select *, array[${sql.join(keys.map(({ text }) => text))}] as sort_keys from ${sql.table(view)}
    where ${eachOf(after ? [...conditions, oneOf(isBeyond)] : conditions)}
    order by ${sql.join(order)} limit ${count + 1}`.execute(db)
  const shown = rows.slice(0, count)
  return { rows: shown, next: rows.length > count ? shown.at(-1)!.sort_keys : null, total }
}

export const selectRow = async <Row>({ db }: Ctx, { view, id }: Source, value: string): Promise<Row | undefined> =>
  (await sql<Row>`select * from ${sql.table(view)} where ${sql.ref(id)} = ${value}`.execute(db)).rows[0]
