import { useEffect, useState } from 'react'

/** How long a page stays, ms. */
const turnMs = 10_000
/** Pages turn again by themselves: a page that is left standing hides everybody on the others, ms. */
const restMs = 60_000

export interface Turning {
  /** pages turned so far */
  readonly turn: number
  readonly isResting: boolean
  /** holds the page for a minute, or goes on */
  readonly toggle: () => void
}

/** Counts the pages of a wall that have been turned, by the clock (DI-2). @param isOn there is more than one */
export function useTurning(isOn: boolean): Turning {
  const [turn, setTurn] = useState(0)
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    if (!isOn) return setResting(false)
    if (isResting) {
      const timer = setTimeout(() => setResting(false), restMs)
      return () => clearTimeout(timer)
    }
    const timer = setInterval(() => setTurn((before) => before + 1), turnMs)
    return () => clearInterval(timer)
  }, [isOn, isResting])
  return { turn, isResting, toggle: () => setResting((before) => !before) }
}
