import type { Duty } from '@eupnea/contract/duties.ts'

interface Uncovered {
  readonly floor: string
  readonly since: string
}

/**
 * Floors without anybody, together where it began together.
 * @param running duties of the same answer: floors of one that has yet to end are still held, whatever this browser's clock
 *   says
 */
export const uncoveredSpans = (uncovered: readonly Uncovered[], running: readonly Pick<Duty, 'until'>[]) =>
  [...Map.groupBy(uncovered, ({ since }) => since)].map(([since, rows]) => ({
    since,
    floors: rows.map(({ floor }) => floor),
    isHeld: running.some(({ until }) => Date.parse(until) === Date.parse(since)),
  }))
