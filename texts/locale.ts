/**
 * How dates and numbers are written, in one place, so that a facility's own locale can come later. The language of the
 * texts is separate: it belongs to the catalogue.
 */
export const locale = 'en-GB'

const whole = new Intl.NumberFormat(locale)

/** `1,204`. */
export const numberText = (value: number | bigint): string => whole.format(value)
