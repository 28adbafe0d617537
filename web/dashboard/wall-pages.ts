/**
 * Splits cards into pages that turn, with those that need a look on every page (DI-2). Half of a page always turns, so
 * that everybody is seen soon however many are pinned; pinned ones that don't fit turn with the rest, and come before
 * them.
 * @param cards in their order, the pinned ones first
 * @param capacity cards on a page, at least 1
 */
export function pagesOf<T>(
  cards: readonly T[],
  isPinned: (card: T) => boolean,
  capacity: number,
): readonly (readonly T[])[] {
  if (cards.length <= capacity) return [cards]
  const pinned = cards.filter(isPinned).slice(0, Math.floor(capacity / 2))
  const held = new Set(pinned)
  const rest = cards.filter((card) => !held.has(card))
  const size = capacity - pinned.length
  const pages: (readonly T[])[] = []
  for (let start = 0; start < rest.length; start += size) pages.push([...pinned, ...rest.slice(start, start + size)])
  return pages
}
