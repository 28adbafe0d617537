import type { MinuteSums } from '@eupnea/contract/rules/minute.ts'

/** The sums of a minute, table minutes: named here only, for all who store, read or clear them. */

/** of: from readings with `rr`, `dist` and `is_there`; joined: of two parts of a minute. */
const sums = {
  n: { of: 'count(*)', joined: '+' },
  n_rr: { of: 'count(rr)', joined: '+' },
  sum_rr: { of: 'coalesce(sum(rr::float8), 0)', joined: '+' },
  min_rr: { of: 'min(rr)', joined: 'least' },
  max_rr: { of: 'max(rr)', joined: 'greatest' },
  n_dist: { of: 'count(dist)', joined: '+' },
  sum_dist: { of: 'coalesce(sum(dist::float8), 0)', joined: '+' },
  n_presence: { of: 'count(*) filter (where is_there)', joined: '+' },
} as const

const listed = (write: (name: string, sum: (typeof sums)[keyof typeof sums]) => string): string =>
  Object.entries(sums)
    .map(([name, sum]) => write(name, sum))
    .join(', ')

export const sumColumns = listed((name) => name)
/** for `select`, grouped by device and minute; without names */
export const sumsOfReadings = listed((_, { of }) => of)
/** for `on conflict do update set` of minutes as `m` */
export const joinedSums = listed((name, { joined }) =>
  joined === '+' ? `${name} = m.${name} + excluded.${name}` : `${name} = ${joined}(m.${name}, excluded.${name})`,
)
/** for `update … set`: the minute counts for nothing (WA-4) */
export const noSums = listed((name, { joined }) => `${name} = ${joined === '+' ? '0' : 'null'}`)

/** Columns of a minute, in the order in which `minuteSums` reads them. */
export const minuteColumns = `extract(epoch from minute)::float8 * 1000, ${sumColumns}`

/** As `minuteSums` reads them. */
export type MinuteColumns = [number, number, number, number, number | null, number | null, number, number, number]

export function minuteSums(row: readonly (number | null)[]): MinuteSums {
  const [minute, n, nRr, sumRr, minRr, maxRr, nDist, sumDist, nPresence] = row
  return {
    minute: minute!,
    n: n!,
    nRr: nRr!,
    sumRr: sumRr!,
    minRr: minRr ?? null,
    maxRr: maxRr ?? null,
    nDist: nDist!,
    sumDist: sumDist!,
    nPresence: nPresence!,
  }
}
