import { type RefObject, useEffect, useLayoutEffect } from 'react'
import styles from './card.module.css'
import { setInView } from './card-painter.ts'
import { rangeInView } from './range-in-view.ts'

/** Where a grid's cards are: all have one size. */
interface Geometry {
  /** of the first card, relative to the window, pixels */
  readonly top: number
  /** from row to row, pixels */
  readonly pitch: number
  readonly columns: number
}

const geometries = new WeakMap<HTMLElement, Geometry>()

const shownIn = (grid: HTMLElement) =>
  [...(grid.children as HTMLCollectionOf<HTMLElement>)].filter(({ hidden }) => !hidden)

/** Three cards are enough; observing five hundred would cost more per frame than painting. */
function measure(grid: HTMLElement): Geometry | undefined {
  const items = shownIn(grid)
  if (items.length === 0) return undefined
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
  const first = items[0]!.getBoundingClientRect()
  const below = items[columns]?.getBoundingClientRect()
  const geometry = { top: first.top, pitch: below ? below.top - first.top : first.height, columns }
  geometries.set(grid, geometry)
  return geometry
}

function findInView(grid: HTMLElement, geometry: Geometry | undefined): Element[] {
  if (!geometry || geometry.pitch <= 0) return []
  const [start, end] = rangeInView(geometry.top, geometry.pitch, geometry.columns, innerHeight)
  return shownIn(grid).slice(start, end)
}

/** Keeps a grid's cards in view up to date. @param shown what the grid shows, in its order; drawn of it so far */
export function useCardsInView(
  grid: RefObject<HTMLElement | null>,
  shown: readonly unknown[],
  drawn: readonly unknown[],
): void {
  useLayoutEffect(() => {
    const element = grid.current
    if (!element || shown.length === 0 || drawn.length === 0) return
    // Measuring now would lay out the page a second time; should it have moved, the next frame knows.
    markInView(element, findInView(element, geometries.get(element) ?? measure(element)))
    const frame = requestAnimationFrame(() => markMeasured(element))
    return () => cancelAnimationFrame(frame)
  }, [grid, shown, drawn])

  useEffect(() => {
    const element = grid.current
    if (!element) return
    let isAsked = false
    const update = () => {
      isAsked = false
      markMeasured(element)
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

const markMeasured = (grid: HTMLElement) => markInView(grid, findInView(grid, measure(grid)))

function markInView(grid: HTMLElement, items: readonly Element[]) {
  const next = new Set(items)
  for (const item of inView.get(grid) ?? []) if (!next.has(item)) mark(item, false)
  for (const item of next) mark(item, true)
  inView.set(grid, next)
}

/** A card is the grid item itself or its only child. */
function mark(item: Element, isInView: boolean) {
  item.toggleAttribute('data-in-view', isInView)
  setInView(item.firstElementChild?.closest(`.${styles.card}`) ?? item, isInView)
}
