import { expect, it } from 'vitest'
import { areSame, firstAt, mergeColumns, type ReadingColumns } from './columns.ts'
import { decode, encode } from './parquet.ts'

const columnsOf = (...rows: [ts: number, rr: number][]): ReadingColumns => ({
  kind: 'readings',
  ts: Float64Array.from(rows, ([ts]) => ts),
  rr: Float32Array.from(rows, ([, rr]) => rr),
  dist: new Float32Array(rows.length).fill(Number.NaN),
  is_dist_absent: new Int8Array(rows.length).fill(-1),
  is_moving: new Int8Array(rows.length).fill(-1),
})

it('merges two parts of a day in order; of the same instant the first wins, and nothing erased stays [AR-1] [AR-2]', () => {
  const [file, late] = [columnsOf([1, 11], [3, 13], [5, 15]), columnsOf([2, 22], [3, 23], [6, 26], [7, 27])]
  const merged = mergeColumns('readings', file, late, (ts) => ts === 5 || ts === 6)
  expect(merged).toEqual(columnsOf([1, 11], [2, 22], [3, 13], [7, 27]))
  expect(mergeColumns('readings', null, late, () => false)).toEqual(late)
  expect(mergeColumns<ReadingColumns>('readings', null, null, () => false).ts).toHaveLength(0)
})

it('finds the first row at or after an instant [AR-1]', () => {
  const columns = columnsOf([1, 0], [3, 0], [5, 0])
  expect([0, 1, 2, 3, 5, 6].map((ts) => firstAt(columns, ts))).toEqual([0, 0, 1, 1, 2, 3])
})

it('knows a difference in any value, and what is written is read [AR-1]', async () => {
  const columns: ReadingColumns = {
    kind: 'readings',
    ts: Float64Array.from([1_700_000_000_001, 1_700_000_000_999, 1_700_000_002_000]),
    rr: Float32Array.from([14.3, Number.NaN, 0]),
    dist: Float32Array.from([Number.NaN, 0.85, 10]),
    is_dist_absent: Int8Array.from([-1, 0, 1]),
    is_moving: Int8Array.from([1, -1, -1]),
  }
  expect(areSame(await decode('readings', encode(columns, { device_no: 1, clinic_no: 2 })), columns)).toBe(true)
  for (const name of ['ts', 'rr', 'dist', 'is_dist_absent', 'is_moving'] as const) {
    const other = { ...columns, [name]: columns[name].map((value, row) => (row === 1 ? 3 : value)) }
    expect(areSame(other as ReadingColumns, columns), name).toBe(false)
  }
})
