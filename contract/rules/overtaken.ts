/** How much older than what was told before a message may be that was overtaken on its way, ms. */
const overtakenMs = 10_000

/**
 * @param known instant of the newest reading that was told before; null: none
 * @returns whether one from `ts` came too late to be told; one that is older by more is by a clock that was set back
 */
export const isOvertaken = (ts: number, known: number | null): boolean =>
  known !== null && ts < known && ts > known - overtakenMs
