/** A message that comes later than this after a newer one wasn't overtaken on its way, ms. */
const overtakenMs = 10_000

/**
 * @param known instant of the newest reading that was told before, by the sensor's clock; null: none
 * @param afterMs how long after that one this message came
 * @returns whether a message of `ts` was overtaken and should be ignored; if it comes later, the clock was set back
 */
export const isOvertaken = (ts: number, known: number | null, afterMs: number): boolean =>
  known !== null && ts < known && afterMs < overtakenMs
