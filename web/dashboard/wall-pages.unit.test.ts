import { expect, it } from 'vitest'
import { pagesOf } from './wall-pages.ts'

const cards = (count: number, pinned = 0) => Array.from({ length: count }, (_, no) => ({ no, isPinned: no < pinned }))
const isPinned = (card: { isPinned: boolean }) => card.isPinned
const numbers = (pages: readonly (readonly { no: number }[])[]) => pages.map((page) => page.map(({ no }) => no))

it('turns no page while everyone fits [DI-2]', () => {
  expect(numbers(pagesOf(cards(4, 2), isPinned, 4))).toEqual([[0, 1, 2, 3]])
  expect(pagesOf([], isPinned, 4)).toEqual([[]])
})

it('shows everyone else in turn, and whoever needs a look on every page [DI-2]', () => {
  expect(numbers(pagesOf(cards(7, 2), isPinned, 4))).toEqual([
    [0, 1, 2, 3],
    [0, 1, 4, 5],
    [0, 1, 6],
  ])
})

it('shows everybody however many need a look: those who no longer fit turn first [DI-2]', () => {
  expect(numbers(pagesOf(cards(6, 5), isPinned, 4))).toEqual([
    [0, 1, 2, 3],
    [0, 1, 4, 5],
  ])
  expect(numbers(pagesOf(cards(3, 3), isPinned, 1))).toEqual([[0], [1], [2]])
})

it.each([0, 1, 7, 30, 100])('of 100 with %i pinned leaves nobody out and overfills no page [DI-2]', (pinned) => {
  const pages = numbers(pagesOf(cards(100, pinned), isPinned, 36))
  expect(new Set(pages.flat()).size).toBe(100)
  for (const page of pages) {
    expect(page.length).toBeLessThanOrEqual(36)
    expect(new Set(page).size).toBe(page.length)
    expect(page.slice(0, Math.min(pinned, 18))).toEqual(Array.from({ length: Math.min(pinned, 18) }, (_, no) => no))
  }
})
