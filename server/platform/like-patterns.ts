/** What people search for, as patterns of SQL's LIKE: the signs that LIKE reads as wildcards stand for themselves. */

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** @param part somewhere in the text */
export const contains = (part: string): string => `%${literal(part)}%`

/** @param beginning of the text */
export const startsWith = (beginning: string): string => `${literal(beginning)}%`
