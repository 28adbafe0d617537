/** To one decimal. */
export const tenth = (value: number): number => Math.round(value * 10) / 10

/** To two decimals, because sensors aren't more precise. */
export const hundredth = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100

/**
 * For what is compared with a limit. Readings are stored as float32, and tenths are not binary fractions: a mean of 22 can
 * be off by a millionth, which must not decide on which side it falls. No sensor is that precise.
 */
export const settled = (value: number): number => Math.round(value * 1e5) / 1e5
