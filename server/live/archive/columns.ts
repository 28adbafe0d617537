/** Rows of one device and day as columns, oldest first; `ts` in ms since the epoch. */

export interface ReadingColumns {
  readonly kind: 'readings'
  readonly ts: Float64Array
  /** NaN: null */
  readonly rr: Float32Array
  /** NaN: null */
  readonly dist: Float32Array
  /** is_dist_absent; 1 true, 0 false, -1 null */
  readonly absent: Int8Array
  /** is_moving, likewise */
  readonly moving: Int8Array
}

export interface WaveColumns {
  readonly kind: 'waves'
  readonly ts: Float64Array
  readonly hz: Float32Array
  /** little-endian float32, millimetres */
  readonly samples: readonly Uint8Array[]
}

export type Columns = ReadingColumns | WaveColumns
export type Kind = Columns['kind']

/** Which rows of which columns. */
type Pick = readonly { readonly from: Columns; readonly row: number }[]

/** The rows of both in order; of the same instant that of the first. @param isErased rows that are left out */
export function mergeColumns<C extends Columns>(
  kind: Kind,
  first: C | null,
  second: C | null,
  isErased: (ts: number) => boolean,
): C {
  const rows: { from: Columns; row: number }[] = []
  const [a, b] = [first?.ts ?? [], second?.ts ?? []]
  for (let i = 0, k = 0; i < a.length || k < b.length; ) {
    const isFirst = k >= b.length || (i < a.length && a[i]! <= b[k]!)
    const ts = isFirst ? a[i]! : b[k]!
    const row = isFirst ? { from: first!, row: i } : { from: second!, row: k }
    if (isFirst) {
      if (k < b.length && b[k] === ts) k++
      i++
    } else k++
    if (!isErased(ts)) rows.push(row)
  }
  return take(kind, rows) as C
}

function take(kind: Kind, rows: Pick): Columns {
  const ts = Float64Array.from(rows, ({ from, row }) => from.ts[row]!)
  if (kind === 'waves') {
    const of = rows as readonly { readonly from: WaveColumns; readonly row: number }[]
    return {
      kind,
      ts,
      hz: Float32Array.from(of, ({ from, row }) => from.hz[row]!),
      samples: of.map(({ from, row }) => from.samples[row]!),
    }
  }
  const of = rows as readonly { readonly from: ReadingColumns; readonly row: number }[]
  return {
    kind,
    ts,
    rr: Float32Array.from(of, ({ from, row }) => from.rr[row]!),
    dist: Float32Array.from(of, ({ from, row }) => from.dist[row]!),
    absent: Int8Array.from(of, ({ from, row }) => from.absent[row]!),
    moving: Int8Array.from(of, ({ from, row }) => from.moving[row]!),
  }
}

/** Index of the first row at or after `ts`. */
export function firstAt({ ts: all }: Columns, ts: number): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]! < ts) low = middle + 1
    else high = middle
  }
  return low
}

export function areSame(a: Columns, b: Columns): boolean {
  if (a.kind !== b.kind || a.ts.length !== b.ts.length) return false
  return a.ts.every((_, row) => isSameRow(a, b, row))
}

function isSameRow(a: Columns, b: Columns, row: number): boolean {
  if (a.ts[row] !== b.ts[row]) return false
  if (a.kind === 'waves' || b.kind === 'waves') {
    if (a.kind !== 'waves' || b.kind !== 'waves') return false
    return a.hz[row] === b.hz[row] && Buffer.compare(a.samples[row]!, b.samples[row]!) === 0
  }
  const areSameFloats = Object.is(a.rr[row], b.rr[row]) && Object.is(a.dist[row], b.dist[row])
  return areSameFloats && a.absent[row] === b.absent[row] && a.moving[row] === b.moving[row]
}
