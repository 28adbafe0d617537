import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getOnPage, watchOnPage } from './on-page.ts'

/** Tells an element's observer how much of it is in view. */
const tell = new Map<Element, (ratio: number) => void>()
let isLocked = false

beforeEach(() => {
  vi.stubGlobal('document', { body: { hasAttribute: () => isLocked } })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #judge: (entries: object[]) => void
      constructor(judge: (entries: object[]) => void) {
        this.#judge = judge
      }
      observe(element: Element) {
        tell.set(element, (intersectionRatio) => this.#judge([{ intersectionRatio }]))
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  tell.clear()
  isLocked = false
  vi.unstubAllGlobals()
})

const rowOf = (id: string) => {
  const element = {} as Element
  const stop = watchOnPage(element, id)
  return { show: (ratio: number) => tell.get(element)!(ratio), stop }
}
const onPage = () => [...getOnPage()]

it('what the whole row of a page shows needs no pop-up until it is scrolled away or gone [AN-1]', () => {
  const [one, other] = [rowOf('one'), rowOf('other')]
  expect(onPage()).toEqual([])
  one.show(1)
  other.show(0.6)
  expect(onPage()).toEqual(['one'])
  other.show(1)
  one.show(0)
  expect(onPage()).toEqual(['other'])
  other.stop()
  expect(onPage()).toEqual([])
})

it('what a dialog covers is popped up [AN-1]', () => {
  const row = rowOf('one')
  isLocked = true
  row.show(1)
  expect(onPage()).toEqual([])
  isLocked = false
  row.show(1)
  expect(onPage()).toEqual(['one'])
  row.stop()
})
