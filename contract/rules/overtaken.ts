/** So long after a newer one, a message can't have been overtaken on its way any more, ms. */
const overtakenMs = 10_000

/**
 * @param known instant of the newest reading that was told before, by the sensor's clock; null: none
 * @param afterMs how long after that one this message came
 * @returns whether one from `ts` came too late to be told; later than that, the sensor's clock was set back
 */
export const isOvertaken = (ts: number, known: number | null, afterMs: number): boolean =>
  known !== null && ts < known && afterMs < overtakenMs
