import { type Expression, type SqlBool, sql } from 'kysely'

/** What people search for; the signs that LIKE reads as wildcards stand for themselves. */

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Whatever the case and the marks: `zoe` is in `Zoë`. @param texts columns or what is made of them; null holds nothing */
export function isIn(part: string, ...texts: readonly (string | Expression<unknown>)[]): Expression<SqlBool> {
  const pattern = sql`fold(${`%${literal(part)}%`})`
  const found = texts.map((text) => sql`fold(${typeof text === 'string' ? sql.ref(text) : text}) like ${pattern}`)
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

/** A person's names either way round: `Ada Byron`, `Byron Ada`. @param table whose they are, where that is not plain */
export const namesOf = (table?: string): Expression<string> => {
  const name = (column: string) => sql.ref(table === undefined ? column : `${table}.${column}`)
  return sql<string>`${name('first_name')} || ' ' || ${name('last_name')} || ' ' || ${name('first_name')}`
}

/** A pattern of LIKE. @param beginning of the text */
export const startsWith = (beginning: string): string => `${literal(beginning)}%`
