import { Fragment, type ReactNode } from 'react'

/** Longer than this without a space, a text would widen its column, characters. */
const isLong = /\S{16}/

/** A cell's text, whose addresses and identifiers may go on in the next line after a sign, never within a word. */
export function breakable(shown: ReactNode): ReactNode {
  if (typeof shown !== 'string' || !isLong.test(shown)) return shown
  return shown.split(/(?<=[@./=,_])(?=\S)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
