import { type Expression, type SqlBool, sql } from 'kysely'

/** Search by text; characters that LIKE treats as wildcards are taken literally. */

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** A column or an expression, or a column that holds its text as `fold` makes it. */
type Text = string | Expression<unknown> | { readonly folded: string }

const foldedOf = (text: Text) => {
  if (typeof text === 'string') return sql`fold(${sql.ref(text)})`
  return 'folded' in text ? sql.ref(text.folded) : sql`fold(${text})`
}

/** Ignores case and accents: `zoe` is in `Zoë`. @param texts null contains nothing */
export function isIn(part: string, ...texts: readonly Text[]): Expression<SqlBool> {
  const pattern = sql`fold(${`%${literal(part)}%`})`
  const found = texts.map((text) => sql`${foldedOf(text)} like ${pattern}`)
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

/** The same for what is in many texts: it is looked for in each, in the order in which they are shown. */
export const isInMany = (part: string, text: Text): Expression<SqlBool> =>
  sql<SqlBool>`strpos(${foldedOf(text)}, (select fold(${part}))) > 0`

/** No query becomes longer by more words than a name and a room have. */
const mostWords = 8

/** `byron 104` → `byron`, `104`. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, mostWords)

/** Each word is in one of the texts. */
export const hasWords = (words: readonly string[], ...texts: readonly Text[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    words.map((word) => isIn(word, ...texts)),
    sql` and `,
  )})`

/** To sort by: what begins with the first word comes first. */
export const beginsWith = ([word = '']: readonly string[], ...columns: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`fold(${sql.ref(column)}) like fold(${startsWith(word)})`),
    sql` or `,
  )})`

/** A person's name in both orders: `Ada Byron`, `Byron Ada`. @param table needed where columns would be ambiguous */
export const namesOf = (table?: string): Expression<string> => {
  const name = (column: string) => sql.ref(table === undefined ? column : `${table}.${column}`)
  return sql<string>`${name('first_name')} || ' ' || ${name('last_name')} || ' ' || ${name('first_name')}`
}

/** A pattern for LIKE. @param beginning of the text */
export const startsWith = (beginning: string): string => `${literal(beginning)}%`
