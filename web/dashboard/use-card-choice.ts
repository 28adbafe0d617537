import type { Resident } from '@eupnea/contract/residents.ts'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type DeviceSlice, liveStore } from '../shared/live/index.ts'
import { now } from '../shared/time.ts'
import { type CardChoice, chooseCards } from './card-order.ts'
import { useCardsInView } from './card-window.ts'
import { placeCards } from './place-cards.ts'

export const sliceOf = (resident: Resident): DeviceSlice | undefined =>
  resident.device ? liveStore.device(resident.device.device_id) : undefined

/** Live values may change the order this often, ms: nobody can read a grid that never rests. */
const reorderMs = 4_000
/** No card moves while someone is aiming at one, ms since the last pointer movement. */
const pointerRestMs = 2_000

/**
 * Residents to show, in order. Follows the choice immediately and live values every few seconds, but not while a card
 * has the focus or the pointer moves over them.
 * @returns the residents in a stable render order (each with its patient_id as data-id; placeCards moves them into
 *   place), and props for the grid's element
 */
export function useChosenCards(residents: readonly Resident[], choice: CardChoice) {
  const search = useDeferredValue(choice.search)
  const { sort, kinds, floor } = choice
  const [orderedAt, setOrderedAt] = useState(now)
  const grid = useRef<HTMLUListElement>(null)
  const pointerAt = useRef(0)
  const isSettled = useRef(false)

  useLayoutEffect(() => liveStore.setLimits(residents), [residents])

  const chosen = useMemo(
    () => chooseCards(residents, { sort, kinds, floor, search }, sliceOf, orderedAt),
    [residents, sort, kinds, floor, search, orderedAt],
  )

  useEffect(() => {
    const reorder = () => {
      const isBusy = grid.current?.matches(':focus-within') || Date.now() - pointerAt.current < pointerRestMs
      if (isBusy || document.hidden) return
      const at = now()
      const next = chooseCards(residents, { sort, kinds, floor, search }, sliceOf, at)
      const isSame = next.length === chosen.length && next.every((resident, index) => resident === chosen[index])
      if (!isSame) setOrderedAt(at)
    }
    // The first values arrive just after the cards, which needn't be reordered until the next time.
    const stopWaiting = liveStore.onFlush(() => {
      if (isSettled.current || !residents.some(sliceOf)) return
      isSettled.current = residents.every((resident) => !resident.device || sliceOf(resident))
      reorder()
    })
    const timer = setInterval(reorder, reorderMs)
    return () => {
      stopWaiting()
      clearInterval(timer)
    }
  }, [residents, sort, kinds, floor, search, chosen])

  const drawn = useMemo(() => {
    const shown = new Set(chosen)
    return residents.filter((resident) => shown.has(resident))
  }, [residents, chosen])
  useLayoutEffect(() => {
    if (grid.current)
      placeCards(
        grid.current,
        chosen.map(({ patient_id }) => patient_id),
      )
  }, [chosen])
  useCardsInView(grid, chosen)

  const onPointerMove = () => {
    pointerAt.current = Date.now()
  }
  return { chosen: drawn, gridProps: { ref: grid, onPointerMove } }
}
