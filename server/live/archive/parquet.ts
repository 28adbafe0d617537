import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ColumnData, parquetMetadata, parquetRead } from 'hyparquet'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { type Columns, type ColumnsOf, columnOf, columnsFrom, type Kind, type Type, typesOf } from './columns.ts'

/**
 * The archive's files: Apache Parquet with zstd, one row group (docs/archive.md). They say themselves whose they are, so
 * that other programs can read a folder of them.
 */

/** Whose a file is: numbers or names, written into each row. */
export type Whose = Readonly<Record<string, number | string>>

const compressors = {
  ZSTD: (bytes: Uint8Array): Uint8Array =>
    zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
}
const decompressors = { ZSTD: (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes) }

type Source = Omit<ColumnSource, 'name'>
const orNull = (column: ArrayLike<unknown>, write: (value: number) => unknown = (value) => value) =>
  Array.from(column as ArrayLike<number>, (value) => (Number.isNaN(value) ? null : write(value)))

const sources: { readonly [T in Type]: (column: ArrayLike<unknown>) => Source } = {
  count: (column) => ({ type: 'INT32', nullable: false, data: column as Int32Array }),
  float: (column) => ({ type: 'FLOAT', nullable: false, data: column as Float32Array }),
  'float?': (column) => ({ type: 'FLOAT', data: orNull(column) }),
  double: (column) => ({ type: 'DOUBLE', nullable: false, data: column as Float64Array }),
  'truth?': (column) => ({
    ...{ type: 'BOOLEAN' as const },
    data: Array.from(column as Int8Array, (one) => (one < 0 ? null : one > 0)),
  }),
  'instant?': (column) => ({ type: 'TIMESTAMP', data: orNull(column, (ms) => new Date(ms)) }),
  bytes: (column) => ({ type: 'BYTE_ARRAY', nullable: false, data: Array.from(column) }),
}

export function encode(columns: Columns, whose: Whose): Uint8Array {
  const rows = columns.ts.length
  const whoseColumns = Object.entries(whose).map(([name, one]): ColumnSource => {
    if (typeof one === 'string') return { name, type: 'STRING', nullable: false, data: new Array(rows).fill(one) }
    return { name, type: 'INT32', nullable: false, data: new Int32Array(rows).fill(one) }
  })
  return writeParquet([
    ...whoseColumns,
    instants('ts', columns.ts),
    ...typesOf(columns.kind)
      .filter(([name]) => columnOf(columns, name))
      .map(([name, type]) => ({ name, ...sources[type](columnOf(columns, name)) })),
  ])
}

const instants = (name: string, ms: Float64Array): ColumnSource => ({
  ...{ name, type: 'TIMESTAMP', nullable: false, encoding: 'DELTA_BINARY_PACKED' },
  data: Array.from(ms, (one) => new Date(one)),
})

export function writeParquet(columns: readonly ColumnSource[]): Uint8Array {
  const buffer = parquetWriteBuffer({
    columnData: columns.map((column) => ({ ...column, statistics: column.name === 'ts', offsetIndex: false })),
    ...{ codec: 'ZSTD', compressors, rowGroupSize: Math.max(1, columns[0]!.data.length), pageSize: 8 * 1024 * 1024 },
    createdBy: 'Eupnea',
  })
  return new Uint8Array(buffer)
}

/** @throws Error when it is no such file */
export async function decode<K extends Kind>(kind: K, bytes: Uint8Array): Promise<ColumnsOf<K>> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const metadata = parquetMetadata(file)
  const rows = Number(metadata.num_rows)
  const names = ['ts', ...typesOf(kind).map(([name]) => name)]
  const found = new Map(names.map((name) => [name, new Array<unknown>(rows)]))
  await parquetRead({
    ...{ file: { byteLength: file.byteLength, slice: (from, to) => file.slice(from, to) }, metadata, columns: names },
    ...{ compressors: decompressors, utf8: false, parsers: { timestampFromMilliseconds: Number } },
    onChunk({ columnName, columnData, rowStart }: ColumnData) {
      const column = found.get(columnName)!
      for (let row = 0; row < columnData.length; row++) column[rowStart + row] = columnData[row]
    },
  })
  return columnsFrom(kind, (name) => found.get(name)!)
}
