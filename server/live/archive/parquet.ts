import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ColumnData, parquetMetadata, parquetRead } from 'hyparquet'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import type { Columns, Kind } from './columns.ts'

/**
 * The archive's files: Apache Parquet with zstd, one row group of one device and UTC day (docs/archive.md). They say
 * themselves whose they are, so that other programs can read a folder of them.
 */

/** Whose a file is. */
export interface Whose {
  readonly device_no: number
  readonly clinic_no: number
}

const compressors = {
  ZSTD: (bytes: Uint8Array): Uint8Array =>
    zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
}
const decompressors = { ZSTD: (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes) }

export function encode(columns: Columns, { device_no, clinic_no }: Whose): Uint8Array {
  const rows = columns.ts.length
  const data: ColumnSource[] = [
    { name: 'device_no', type: 'INT32', nullable: false, data: new Int32Array(rows).fill(device_no) },
    { name: 'clinic_no', type: 'INT32', nullable: false, data: new Int32Array(rows).fill(clinic_no) },
    {
      ...{ name: 'ts', type: 'TIMESTAMP', nullable: false, encoding: 'DELTA_BINARY_PACKED' },
      data: Array.from(columns.ts, (ts) => new Date(ts)),
    },
  ]
  if (columns.kind === 'readings')
    data.push(
      { name: 'rr', type: 'FLOAT', data: valuesOf(columns.rr) },
      { name: 'dist', type: 'FLOAT', data: valuesOf(columns.dist) },
      { name: 'is_dist_absent', type: 'BOOLEAN', data: truthsOf(columns.absent) },
      { name: 'is_moving', type: 'BOOLEAN', data: truthsOf(columns.moving) },
    )
  else
    data.push(
      { name: 'hz', type: 'FLOAT', nullable: false, data: columns.hz },
      { name: 'samples', type: 'BYTE_ARRAY', nullable: false, data: [...columns.samples] },
    )
  const buffer = parquetWriteBuffer({
    columnData: data.map((column) => ({ ...column, statistics: column.name === 'ts', offsetIndex: false })),
    ...{ codec: 'ZSTD', compressors, rowGroupSize: Math.max(1, rows), pageSize: 8 * 1024 * 1024, createdBy: 'Eupnea' },
  })
  return new Uint8Array(buffer)
}

/** @throws Error when it is no such file */
export async function decode(kind: Kind, bytes: Uint8Array): Promise<Columns> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const metadata = parquetMetadata(file)
  const rows = Number(metadata.num_rows)
  const names = kind === 'readings' ? ['ts', 'rr', 'dist', 'is_dist_absent', 'is_moving'] : ['ts', 'hz', 'samples']
  const found = new Map(names.map((name) => [name, new Array<unknown>(rows)]))
  await parquetRead({
    ...{ file: { byteLength: file.byteLength, slice: (from, to) => file.slice(from, to) }, metadata, columns: names },
    ...{ compressors: decompressors, utf8: false, parsers: { timestampFromMilliseconds: Number } },
    onChunk({ columnName, columnData, rowStart }: ColumnData) {
      const column = found.get(columnName)!
      for (let row = 0; row < columnData.length; row++) column[rowStart + row] = columnData[row]
    },
  })
  const floats = (name: string) => Float32Array.from(found.get(name)!, (one) => (one as number | null) ?? Number.NaN)
  const ts = Float64Array.from(found.get('ts') as number[])
  if (kind === 'waves') return { kind, ts, hz: floats('hz'), samples: found.get('samples') as Uint8Array[] }
  const truths = (name: string) =>
    Int8Array.from(found.get(name)!, (one) => ((one ?? null) === null ? -1 : Number(one)))
  const [absent, moving] = [truths('is_dist_absent'), truths('is_moving')]
  return { kind, ts, rr: floats('rr'), dist: floats('dist'), absent, moving }
}

const valuesOf = (column: Float32Array): (number | null)[] =>
  Array.from(column, (value) => (Number.isNaN(value) ? null : value))

const truthsOf = (column: Int8Array): (boolean | null)[] => Array.from(column, (one) => (one < 0 ? null : one > 0))
