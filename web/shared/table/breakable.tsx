import { Fragment, type ReactNode } from 'react'

/** Longer than this without a space, a text would widen its column, characters. */
const isLong = /\S{16}/

/** After a sign, and every twenty letters of a word that is longer; not for the end alone. */
const places = /(?<=[@./=,_])(?=\S{6})|(?<=(?:^|\s)(?:[^\s@./=,_]{20})+)(?=\S{6})/u

/** A cell's text, whose addresses, IDs and longest words may go on in the next line. */
export function breakable(shown: ReactNode): ReactNode {
  if (typeof shown !== 'string' || !isLong.test(shown)) return shown
  return shown.split(places).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
