/**
 * How dates and numbers are written, in one place: whoever formats asks here, so that a facility's own locale can come.
 * The language of the texts is another matter: that is the catalogue's.
 */
export const locale = 'en-GB'

const whole = new Intl.NumberFormat(locale)

/** `1,204`. */
export const numberText = (value: number | bigint): string => whole.format(value)
