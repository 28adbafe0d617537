/** Rows of a file as columns, oldest first; `ts` in ms since the epoch, for minutes their start. */

/** What the files of a kind hold besides `ts`; ?: or null. */
const shapes = {
  readings: { rr: 'float?', dist: 'float?', is_dist_absent: 'truth?', is_moving: 'truth?' },
  /** samples: little-endian float32, millimetres */
  waves: { hz: 'float', samples: 'bytes' },
  minutes: {
    n: 'count',
    n_rr: 'count',
    sum_rr: 'double',
    min_rr: 'float?',
    max_rr: 'float?',
    n_dist: 'count',
    sum_dist: 'double',
    n_presence: 'count',
    late_at: 'instant?',
  },
} as const

export type Kind = keyof typeof shapes

interface Vectors {
  readonly count: Int32Array
  readonly float: Float32Array
  /** NaN: null */
  readonly 'float?': Float32Array
  readonly double: Float64Array
  /** 1 true, 0 false, -1 null */
  readonly 'truth?': Int8Array
  /** ms since the epoch; NaN: null */
  readonly 'instant?': Float64Array
  readonly bytes: readonly Uint8Array[]
}
export type Type = keyof Vectors

export type ColumnsOf<K extends Kind> = { readonly kind: K; readonly ts: Float64Array } & {
  readonly [N in keyof (typeof shapes)[K]]: (typeof shapes)[K][N] extends Type ? Vectors[(typeof shapes)[K][N]] : never
}
export type ReadingColumns = ColumnsOf<'readings'>
export type MinuteColumns = ColumnsOf<'minutes'>
/** Of any kind: its columns by name. */
export type Columns = { readonly kind: Kind; readonly ts: Float64Array }

export const typesOf = (kind: Kind): [name: string, type: Type][] => Object.entries(shapes[kind])
export const columnOf = (columns: Columns, name: string): ArrayLike<unknown> =>
  (columns as unknown as Record<string, ArrayLike<unknown>>)[name]!

/** As the database and Parquet give them: null for what is missing, instants as numbers. */
const vectorOf: { readonly [T in Type]: (values: readonly unknown[]) => Vectors[T] } = {
  count: (values) => Int32Array.from(values as number[]),
  float: (values) => Float32Array.from(values as number[]),
  'float?': (values) => Float32Array.from(values as (number | null)[], (one) => one ?? Number.NaN),
  double: (values) => Float64Array.from(values as number[]),
  'truth?': (values) => Int8Array.from(values, (one) => ((one ?? null) === null ? -1 : Number(one))),
  'instant?': (values) => Float64Array.from(values as (number | null)[], (one) => one ?? Number.NaN),
  bytes: (values) => values as Uint8Array[],
}

/** @param valuesOf the values of a column, `ts` among them */
export function columnsFrom<K extends Kind>(kind: K, valuesOf: (name: string) => readonly unknown[]): ColumnsOf<K> {
  const columns = typesOf(kind).map(([name, type]) => [name, vectorOf[type](valuesOf(name))])
  return { kind, ts: Float64Array.from(valuesOf('ts') as number[]), ...Object.fromEntries(columns) }
}

/** The rows of both in order; of the same instant that of the first. @param isErased rows that are left out */
export function mergeColumns<C extends Columns>(
  kind: C['kind'],
  first: C | null,
  second: C | null,
  isErased: (ts: number) => boolean,
): C {
  const rows: { readonly from: C; readonly row: number }[] = []
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
  // What is NaN or -1 for null stays so.
  const taken = (name: string, type: Type | null) => {
    const values = rows.map(({ from, row }) => columnOf(from, name)[row])
    if (type === 'truth?') return Int8Array.from(values as number[])
    return type === null ? Float64Array.from(values as number[]) : vectorOf[type](values)
  }
  const columns = typesOf(kind).map(([name, type]) => [name, taken(name, type)])
  return { kind, ts: taken('ts', null), ...Object.fromEntries(columns) } as C
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
  return ['ts', ...typesOf(a.kind).map(([name]) => name)].every((name) => {
    const [ours, theirs] = [columnOf(a, name), columnOf(b, name)]
    for (let row = 0; row < a.ts.length; row++) if (!isSame(ours[row], theirs[row])) return false
    return true
  })
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : Object.is(a, b)
