import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type DeviceSlice, liveStore } from '../shared/live/index.ts'
import { now } from '../shared/time.ts'
import { type CardChoice, type CardResident, chooseCards, needsLook } from './card-order.ts'
import { useCardsInView } from './card-window.ts'
import { placeCards } from './place-cards.ts'
import { useDrawnCards } from './use-drawn-cards.ts'
import { useRowsOfAll } from './use-rows-of-all.ts'

export const sliceOf = (resident: CardResident): DeviceSlice | undefined =>
  resident.device ? liveStore.device(resident.device.device_id) : undefined

const isKnown = (resident: CardResident): boolean => !resident.device || sliceOf(resident) !== undefined

/** Live values may change the order this often, ms: nobody can read a grid that never rests. */
const reorderMs = 4_000
/** No card moves while someone is aiming at one, ms since the last pointer movement. */
const pointerRestMs = 2_000

/**
 * Residents to show, in order. Follows the choice immediately and live values every few seconds, but not while a card
 * has the focus or the pointer moves over them.
 * @returns the residents, how many of them need a look (by range they are the first), and what the grid's element needs
 */
export function useCardOrder<R extends CardResident>(residents: readonly R[], choice: CardChoice) {
  const { sort, kinds, floor, search } = choice
  const [orderedAt, setOrderedAt] = useState(now)
  const grid = useRef<HTMLUListElement>(null)
  const pointerAt = useRef(0)
  const [beganWithValues] = useState(() => residents.length > 0 && residents.every(isKnown))
  const isSettled = useRef(beganWithValues)

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
    // Where the first values arrive after the cards, those needn't wait for their places until the next time.
    const stopWaiting = liveStore.onFlush(() => {
      if (isSettled.current || !residents.some(sliceOf)) return
      isSettled.current = residents.every(isKnown)
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

function orderOf<R extends CardResident>(residents: readonly R[], choice: CardChoice, at: number) {
  const chosen = chooseCards(residents, choice, sliceOf, at)
  return { chosen, urgent: chosen.filter((resident) => needsLook(resident, sliceOf(resident), at)).length }
}

/** Moves a grid's cards into the order of `shown`. @param drawn whom the grid has a card of, with patient_id as data-id */
export function usePlacedCards(
  grid: RefObject<HTMLUListElement | null>,
  shown: readonly CardResident[],
  drawn: readonly CardResident[],
): void {
  useLayoutEffect(() => {
    // Whoever's card comes now is drawn last, wherever it belongs.
    if (grid.current && drawn.length > 0)
      placeCards(
        grid.current,
        shown.map(({ patient_id }) => patient_id),
      )
  }, [grid, shown, drawn])
  useCardsInView(grid, shown, drawn)
}

/** All of it for the dashboard: whom to draw, whether the choice leaves anyone, and the props of the grid's element. */
export function useChosenCards<R extends CardResident>(residents: readonly R[], choice: CardChoice) {
  const { chosen, gridProps } = useCardOrder(residents, choice)
  const drawn = useDrawnCards(residents, chosen)
  usePlacedCards(gridProps.ref, chosen, drawn)
  useRowsOfAll(gridProps.ref, chosen, drawn)
  return { drawn, isNoneFound: chosen.length === 0, gridProps }
}
