import { type RefObject, useLayoutEffect } from 'react'
import type { CardResident } from './card-order.ts'

/**
 * Gives the grid the rows of all cards while some are still to be drawn: the browser restores the place somebody had
 * scrolled to as soon as the first cards are there, but only as far as the page reaches.
 */
export function useRowsOfAll(
  grid: RefObject<HTMLElement | null>,
  shown: readonly CardResident[],
  drawn: readonly CardResident[],
): void {
  const isDrawing = new Set([...drawn, ...shown]).size > drawn.length
  useLayoutEffect(() => {
    const element = grid.current
    if (!element || !isDrawing) return
    const columns = getComputedStyle(element).gridTemplateColumns.split(' ').length
    element.style.gridTemplateRows = `repeat(${Math.ceil(shown.length / columns)}, var(--card-height))`
    return () => void element.style.removeProperty('grid-template-rows')
  }, [grid, shown, isDrawing])
}
