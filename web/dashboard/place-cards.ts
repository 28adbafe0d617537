/**
 * Orders cards with as few moves as possible. Given keyed cards in a new order, React moves every card that is now
 * behind one from further back: a single resident out of range would move hundreds.
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

/** @param ids of the grid's children, by their data-id, in the wanted order */
export function placeCards(grid: HTMLElement, ids: readonly string[]): void {
  const places = new Map([...grid.children].map((item, place) => [item.getAttribute('data-id'), { item, place }]))
  const wanted = ids.flatMap((id) => places.get(id) ?? [])
  const stays = longestRun(wanted.map(({ place }) => place))
  let next: Element | null = null
  for (const [position, { item }] of [...wanted.entries()].reverse()) {
    if (!stays.has(position)) grid.insertBefore(item, next)
    next = item
  }
}
