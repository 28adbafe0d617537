import { type RefObject, useEffect, useLayoutEffect } from 'react'
import styles from './card.module.css'
import { setInView } from './card-painter.ts'
import { rangeInView } from './range-in-view.ts'

/**
 * Which cards are in view, computed after something moved. All cards have one size, so three of them are enough;
 * observing five hundred would cost more per frame than painting.
 */
function findInView(grid: HTMLElement): Element[] {
  const items = grid.children
  if (items.length === 0) return []
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
  const first = items[0]!.getBoundingClientRect()
  const below = items[columns]?.getBoundingClientRect()
  const pitch = below ? below.top - first.top : first.height
  if (pitch <= 0) return []
  const [start, end] = rangeInView(first.top, pitch, columns, innerHeight)
  return Array.from(items).slice(start, end)
}

/** Keeps a grid's cards in view up to date. @param shown what the grid shows, in its order */
export function useCardsInView(grid: RefObject<HTMLElement | null>, shown: readonly unknown[]): void {
  useLayoutEffect(() => {
    if (grid.current && shown.length > 0) markInView(grid.current)
  }, [grid, shown])

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
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', ask)
      removeEventListener('resize', ask)
    }
  }, [grid])
}

const inView = new WeakMap<HTMLElement, ReadonlySet<Element>>()

/** A card is the grid item itself or its only child. */
function markInView(grid: HTMLElement) {
  const next = new Set(findInView(grid).map((item) => item.firstElementChild?.closest(`.${styles.card}`) ?? item))
  for (const root of inView.get(grid) ?? []) if (!next.has(root)) setInView(root, false)
  for (const root of next) setInView(root, true)
  inView.set(grid, next)
}
