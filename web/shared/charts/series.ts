import type { EarlierLimits as FetchedLimits } from '@eupnea/contract/plans.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { findingOf, type Severity } from '@eupnea/contract/rules/severity.ts'

/** Series of a curve over time, with its gaps kept as gaps. */

/** One step of a respiration curve; `at` is its start, ms since the epoch. */
export interface CurvePoint {
  readonly at: number
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
}

/** Columns for the plot: times, averages, minima, maxima; null where nothing was measured. */
export type Curve = [at: number[], avg: (number | null)[], min: (number | null)[], max: (number | null)[]]

/**
 * Arranges points in columns. Where a step is missing, a row of nulls breaks the line, so that a silent sensor is never
 * drawn as a straight line.
 * @param points in any order, each time at most once
 * @param step milliseconds between neighbours (a minute, an hour)
 */
export function curveOf(points: readonly CurvePoint[], step: number): Curve {
  const curve: Curve = [[], [], [], []]
  let before: number | undefined
  for (const point of points.toSorted((a, b) => a.at - b.at)) {
    if (before !== undefined && point.at - before > step * 1.5) push(curve, before + step, null, null, null)
    push(curve, point.at, point.avg, point.min, point.max)
    before = point.at
  }
  return curve
}

function push([at, avg, min, max]: Curve, ...row: [number, number | null, number | null, number | null]): void {
  at.push(row[0])
  avg.push(row[1])
  min.push(row[2])
  max.push(row[3])
}

/**
 * Combines points into wider steps for long spans, where a minute is less than a pixel: the mean of the averages, the
 * lowest minimum, the highest maximum. Steps are counted from the epoch.
 * @param step milliseconds
 */
export function widened(points: readonly CurvePoint[], step: number): CurvePoint[] {
  const groups = Map.groupBy(points, ({ at }) => Math.floor(at / step) * step)
  return [...groups].map(([at, group]) => {
    const averages = group.flatMap(({ avg }) => avg ?? [])
    const minima = group.flatMap(({ min, avg }) => min ?? avg ?? [])
    const maxima = group.flatMap(({ max, avg }) => max ?? avg ?? [])
    return {
      at,
      avg: averages.length ? averages.reduce((sum, value) => sum + value, 0) / averages.length : null,
      min: minima.length ? Math.min(...minima) : null,
      max: maxima.length ? Math.max(...maxima) : null,
    }
  })
}

/** Values without neighbours: a line can't show them, so they are drawn as points. */
export function lonelyIndices(values: ArrayLike<number | null | undefined>): number[] {
  const lonely: number[] = []
  for (let i = 0; i < values.length; i++)
    if (values[i] != null && values[i - 1] == null && values[i + 1] == null) lonely.push(i)
  return lonely
}

/** The curve's key figures, for the words beside it. */
export interface Span {
  readonly mean: number
  readonly min: number
  readonly max: number
  /** number of steps with a value */
  readonly count: number
}

/** Mean, lowest and highest of the measured values; null if there are none. */
export function spanOf(points: readonly CurvePoint[]): Span | null {
  let count = 0
  let sum = 0
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (const { avg, min, max } of points) {
    if (avg === null) continue
    count++
    sum += avg
    least = Math.min(least, min ?? avg)
    greatest = Math.max(greatest, max ?? avg)
  }
  return count ? { mean: sum / count, min: least, max: greatest, count } : null
}

/** Time out of range without a break, of one severity. */
export interface OutsideRun {
  /** [from, until), ms since the epoch */
  readonly from: number
  readonly until: number
  readonly severity: Severity
}

/** Bars below a run, so that colour alone doesn't tell danger: how far each is above the floor, CSS pixels. */
export const outsideBars: Record<Severity, readonly number[]> = { warning: [0], danger: [0, 6] }
/** CSS pixels. */
export const outsideBarHeight = 4

/** What held until other limits did, ms since the epoch. */
export interface EarlierLimits {
  readonly until: number
  readonly limits: RateLimits
}

/** The same as it is fetched. */
export const earlierOf = ({ earlier_limits }: { readonly earlier_limits: FetchedLimits }): EarlierLimits[] =>
  earlier_limits.map(({ until, limits }) => ({ until: Date.parse(until), limits }))

/** What a step is judged by (PL-2). @param earlier oldest first */
export const limitsThen = <L extends RateLimits | null>(
  now: L,
  earlier: readonly EarlierLimits[],
  at: number,
): L | RateLimits => earlier.find(({ until }) => at < until)?.limits ?? now

/** @param step milliseconds that a point covers @param limitsAt null: nothing is judged */
export function outsideRuns(
  times: readonly number[],
  rates: readonly (number | null | undefined)[],
  step: number,
  limitsAt: (at: number) => RateLimits | null,
): OutsideRun[] {
  const runs: OutsideRun[] = []
  for (const [index, from] of times.entries()) {
    const finding = findingOf(rates[index] ?? null, limitsAt(from))
    if (!finding) continue
    const until = Math.min(from + step, times[index + 1] ?? Number.POSITIVE_INFINITY)
    const last = runs.at(-1)
    if (last?.until === from && last.severity === finding.severity) runs[runs.length - 1] = { ...last, until }
    else runs.push({ from, until, severity: finding.severity })
  }
  return runs
}
