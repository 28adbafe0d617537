import { Fragment, type ReactNode } from 'react'

/** Longer than this without a space, a text would widen its column, characters. */
const isLong = /\S{16}/

/** A cell's text, whose addresses and IDs may go on in the next line after a sign, but not for their end alone. */
export function breakable(shown: ReactNode): ReactNode {
  if (typeof shown !== 'string' || !isLong.test(shown)) return shown
  return shown.split(/(?<=[@./=,_])(?=\S{6})/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
