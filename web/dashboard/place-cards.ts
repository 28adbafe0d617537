/**
 * Orders and filters cards with as few changes as possible. Given keyed cards in a new order, React moves every card
 * that is now behind one from further back: a single resident out of range would move hundreds. Given fewer, it takes
 * hundreds apart that it has to draw again afterwards.
 */

/** Positions of a longest increasing run. @param values each once */
export function longestRun(values: readonly number[]): Set<number> {
  /** for each run length, the end with the smallest value */
  const ends: number[] = []
  const before: number[] = []
  for (const [position, value] of values.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[ends[middle]!]! < value) low = middle + 1
      else high = middle
    }
    before.push(ends[low - 1] ?? -1)
    ends[low] = position
  }
  const run = new Set<number>()
  for (let position = ends.at(-1) ?? -1; position >= 0; position = before[position]!) run.add(position)
  return run
}

/**
 * Shows these cards in this order and hides the others, which stay where they are.
 * @param ids of the grid's children, by their data-id
 */
export function placeCards(grid: HTMLElement, ids: readonly string[]): void {
  const items = [...grid.children] as HTMLElement[]
  const places = new Map(items.map((item, place) => [item.dataset.id, { item, place }]))
  const wanted = ids.flatMap((id) => places.get(id) ?? [])
  const shown = new Set(wanted.map(({ item }) => item))
  for (const item of items) {
    if (item.hidden !== shown.has(item)) continue
    item.hidden = !item.hidden
    // Its box is still there, with nothing in it (card.module.css).
    item.ariaHidden = item.hidden ? 'true' : null
  }
  const stays = longestRun(wanted.map(({ place }) => place))
  let next: Element | null = null
  for (const [position, { item }] of [...wanted.entries()].reverse()) {
    if (!stays.has(position)) grid.insertBefore(item, next)
    next = item
  }
}
