import { type RefObject, useEffect, useLayoutEffect } from 'react'
import styles from './card.module.css'
import { setInView } from './card-painter.ts'
import { rangeInView } from './range-in-view.ts'

/**
 * Which cards are in view, computed after something moved. All cards have one size, so three of them are enough;
 * observing five hundred would cost more per frame than painting.
 */
function findInView(grid: HTMLElement): Element[] {
  const items = [...(grid.children as HTMLCollectionOf<HTMLElement>)].filter(({ hidden }) => !hidden)
  if (items.length === 0) return []
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
  const first = items[0]!.getBoundingClientRect()
  const below = items[columns]?.getBoundingClientRect()
  const pitch = below ? below.top - first.top : first.height
  if (pitch <= 0) return []
  const [start, end] = rangeInView(first.top, pitch, columns, innerHeight)
  return items.slice(start, end)
}

/** Keeps a grid's cards in view up to date. @param shown what the grid shows, in its order; drawn of it so far */
export function useCardsInView(
  grid: RefObject<HTMLElement | null>,
  shown: readonly unknown[],
  drawn: readonly unknown[],
): void {
  useLayoutEffect(() => {
    if (grid.current && shown.length > 0 && drawn.length > 0) markInView(grid.current)
  }, [grid, shown, drawn])

  useEffect(() => {
    const element = grid.current
    if (!element) return
    let isAsked = false
    const update = () => {
      isAsked = false
      markInView(element)
    }
    const ask = () => {
      if (!isAsked) requestAnimationFrame(update)
      isAsked = true
    }
    const sizes = new ResizeObserver(ask)
    sizes.observe(element)
    addEventListener('scroll', ask, { passive: true })
    addEventListener('resize', ask)
    // All cards are in view of a printer.
    const showAll = () => markInView(element, Array.from(element.children))
    addEventListener('beforeprint', showAll)
    addEventListener('afterprint', update)
    return () => {
      removeEventListener('beforeprint', showAll)
      removeEventListener('afterprint', update)
      sizes.disconnect()
      removeEventListener('scroll', ask)
      removeEventListener('resize', ask)
    }
  }, [grid])
}

const inView = new WeakMap<HTMLElement, ReadonlySet<Element>>()

/** A card is the grid item itself or its only child. */
function markInView(grid: HTMLElement, items = findInView(grid)) {
  const next = new Set(items.map((item) => item.firstElementChild?.closest(`.${styles.card}`) ?? item))
  for (const root of inView.get(grid) ?? []) if (!next.has(root)) setInView(root, false)
  for (const root of next) setInView(root, true)
  inView.set(grid, next)
}
