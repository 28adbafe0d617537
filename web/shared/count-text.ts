const whole = new Intl.NumberFormat('en-GB')

/** `1 floor`, `3 floors`, `1,204 residents`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`

/** `12 of 14`. */
export const ofText = (part: number, total: number): string => `${whole.format(part)} of ${whole.format(total)}`
