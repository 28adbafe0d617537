import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type DeviceSlice, liveStore } from '../shared/live/index.ts'
import { now } from '../shared/time.ts'
import { type CardChoice, type CardResident, chooseCards, needsLook } from './card-order.ts'
import { useCardsInView } from './card-window.ts'
import { placeCards } from './place-cards.ts'

export const sliceOf = (resident: CardResident): DeviceSlice | undefined =>
  resident.device ? liveStore.device(resident.device.device_id) : undefined

/** Live values may change the order this often, ms: nobody can read a grid that never rests. */
const reorderMs = 4_000
/** No card moves while someone is aiming at one, ms since the last pointer movement. */
const pointerRestMs = 2_000

/**
 * Residents to show, in order. Follows the choice immediately and live values every few seconds, but not while a card
 * has the focus or the pointer moves over them.
 * @returns the residents, how many of them need a look (by range they are the first), and what the grid's element needs
 */
export function useCardOrder(residents: readonly CardResident[], choice: CardChoice) {
  const search = useDeferredValue(choice.search)
  const { sort, kinds, floor } = choice
  const [orderedAt, setOrderedAt] = useState(now)
  const grid = useRef<HTMLUListElement>(null)
  const pointerAt = useRef(0)
  const isSettled = useRef(false)

  useLayoutEffect(() => liveStore.setLimits(residents), [residents])

  const order = useMemo(
    () => orderOf(residents, { sort, kinds, floor, search }, orderedAt),
    [residents, sort, kinds, floor, search, orderedAt],
  )

  useEffect(() => {
    const reorder = () => {
      const isBusy = grid.current?.matches(':focus-within') || Date.now() - pointerAt.current < pointerRestMs
      if (isBusy || document.hidden) return
      const at = now()
      const next = orderOf(residents, { sort, kinds, floor, search }, at)
      const isSame =
        next.urgent === order.urgent &&
        next.chosen.length === order.chosen.length &&
        next.chosen.every((resident, index) => resident === order.chosen[index])
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
  }, [residents, sort, kinds, floor, search, order])

  const onPointerMove = () => {
    pointerAt.current = Date.now()
  }
  return { ...order, gridProps: { ref: grid, onPointerMove } }
}

function orderOf(residents: readonly CardResident[], choice: CardChoice, at: number) {
  const chosen = chooseCards(residents, choice, sliceOf, at)
  return { chosen, urgent: chosen.filter((resident) => needsLook(sliceOf(resident), at)).length }
}

/**
 * Moves a grid's cards into the order of `shown`.
 * @returns the residents in a stable render order, each to be drawn with its patient_id as data-id
 */
export function usePlacedCards(
  grid: RefObject<HTMLUListElement | null>,
  residents: readonly CardResident[],
  shown: readonly CardResident[],
): readonly CardResident[] {
  const drawn = useMemo(() => {
    const these = new Set(shown)
    return residents.filter((resident) => these.has(resident))
  }, [residents, shown])
  useLayoutEffect(() => {
    if (grid.current)
      placeCards(
        grid.current,
        shown.map(({ patient_id }) => patient_id),
      )
  }, [grid, shown])
  useCardsInView(grid, shown)
  return drawn
}

/** Both: all residents of the choice, to be drawn, and the props of the grid's element. */
export function useChosenCards(residents: readonly CardResident[], choice: CardChoice) {
  const { chosen, gridProps } = useCardOrder(residents, choice)
  return { chosen: usePlacedCards(gridProps.ref, residents, chosen), gridProps }
}
