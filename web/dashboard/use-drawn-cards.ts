import { startTransition, useEffect, useMemo, useState } from 'react'
import type { CardResident } from './card-order.ts'

/** Cards drawn in one go: at a quarter of a usual machine's speed, a slice stays well below 200 ms (EA-6). */
const sliceSize = 10

/**
 * Which residents' cards are drawn: a slice at a time while nothing else waits, the first ones first, so that no single
 * task draws hundreds. A card once drawn stays: one that isn't wanted is hidden, which costs less than drawing it again.
 * @param shown wanted now, in their order
 * @returns in an order that never changes, since React moves every card behind one that comes forward
 */
export function useDrawnCards<R extends CardResident>(residents: readonly R[], shown: readonly R[]): readonly R[] {
  const [drawn, setDrawn] = useState(() => idsOf(shown.slice(0, sliceSize)))
  useEffect(() => {
    const waiting = new Set([...idsOf(shown), ...idsOf(residents)])
    for (const id of drawn) waiting.delete(id)
    if (waiting.size === 0) return
    const next = [...waiting].slice(0, sliceSize)
    // The same may be asked for again before they are drawn.
    return whenIdle(() => startTransition(() => setDrawn((before) => [...new Set([...before, ...next])])))
  }, [drawn, shown, residents])
  return useMemo(() => {
    const byId = new Map(residents.map((resident) => [resident.patient_id, resident]))
    return drawn.flatMap((id) => byId.get(id) ?? [])
  }, [drawn, residents])
}

const idsOf = (residents: readonly CardResident[]) => residents.map(({ patient_id }) => patient_id)

/** Even on a machine that never rests, ms. */
const longestWait = 100

/** @returns a function that calls it off */
function whenIdle(work: () => void): () => void {
  // Safari knows no idle time.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: longestWait })
  return () => cancelIdleCallback(asked)
}
