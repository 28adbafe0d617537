/** As PostgreSQL numbers and sends them. */
const types = {
  bool: { oid: 16, bytes: 1, write: (list: Buffer, value: number, at: number) => list.writeUInt8(value, at) },
  int4: { oid: 23, bytes: 4, write: (list: Buffer, value: number, at: number) => list.writeInt32BE(value, at) },
  real: { oid: 700, bytes: 4, write: (list: Buffer, value: number, at: number) => list.writeFloatBE(value, at) },
  float8: { oid: 701, bytes: 8, write: (list: Buffer, value: number, at: number) => list.writeDoubleBE(value, at) },
} as const

/**
 * A column of rows as an array in PostgreSQL's binary form, written in one pass, as this is done for every reading: as
 * text it would be put together from thousands of strings here, and its numbers read digit by digit there.
 */
export function column<T>(
  type: keyof typeof types,
  rows: readonly T[],
  read: (row: T) => number | boolean | null,
): Buffer {
  const { oid, bytes, write } = types[type]
  const list = Buffer.allocUnsafe(20 + rows.length * (4 + bytes))
  const dimensions = rows.length === 0 ? 0 : 1
  let at = 0
  for (const head of dimensions === 0 ? [dimensions, 0, oid] : [dimensions, hasNulls, oid, rows.length, firstIndex])
    at = list.writeInt32BE(head, at)
  for (const row of rows) {
    const value = read(row)
    at = list.writeInt32BE(value === null ? nullLength : bytes, at)
    if (value !== null) at = write(list, Number(value), at)
  }
  return list.subarray(0, at)
}

/** It may have some. */
const hasNulls = 1
const firstIndex = 1
const nullLength = -1

/** A column that is null nearly always; unnest pads an empty one with nulls. */
export const rareColumn = <T>(rows: readonly T[], read: (row: T) => boolean | null): Buffer =>
  column('bool', rows.some((row) => read(row) !== null) ? rows : [], read)
