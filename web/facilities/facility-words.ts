import { countText } from '../shared/words.ts'

/** Counts of facilities in words. */

const whole = new Intl.NumberFormat('en-GB')

/** `12 of 14`. */
export const ofText = (part: number, total: number): string => `${whole.format(part)} of ${whole.format(total)}`

/** How many a mail goes to. */
export const recipientsText = (count: number): string =>
  count === 0 ? 'nobody yet' : countText(count, 'address', 'addresses')
