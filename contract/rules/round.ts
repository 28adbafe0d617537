/** To one decimal. */
export const tenth = (value: number): number => Math.round(value * 10) / 10

/** To two decimals, because sensors aren't more precise. */
export const hundredth = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100
