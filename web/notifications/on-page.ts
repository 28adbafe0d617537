import { useCallback, useSyncExternalStore } from 'react'

/**
 * Notifications that the page shows in full, in view and with what can be done about them: a pop-up would only repeat
 * them (AN-1).
 */

/** Below the top bar, and above where pop-ups lie. */
const rootMargin = '-56px 0px -25% 0px'

/** rows and items in view, and whose they are */
const inView = new Map<Element, string>()
const listeners = new Set<() => void>()
let shown: ReadonlySet<string> = new Set()

/** Dialogs and drawers lock the page's scrolling; under them nothing is plainly to be seen. */
const lock = 'data-scroll-locked'
const isCovered = (): boolean => document.body.hasAttribute(lock)

function judge(): void {
  const next = new Set(isCovered() ? [] : inView.values())
  if (next.size === shown.size && [...next].every((id) => shown.has(id))) return
  shown = next
  for (const listener of listeners) listener()
}

/** @returns a function that stops it */
export function watchOnPage(element: Element, id: string): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // Not a part of it.
      if (entries.at(-1)!.intersectionRatio > 0.99) inView.set(element, id)
      else inView.delete(element)
      judge()
    },
    { rootMargin, threshold: [0, 1] },
  )
  observer.observe(element)
  return () => {
    observer.disconnect()
    inView.delete(element)
    judge()
  }
}

/** For an element within the row or item that shows the notification. */
export const useOnPage = (id: string) =>
  useCallback((inside: Element | null) => (inside ? watchOnPage(inside.closest('tr, li')!, id) : undefined), [id])

function listen(listener: () => void): () => void {
  listeners.add(listener)
  const covers = new MutationObserver(judge)
  covers.observe(document.body, { attributeFilter: [lock] })
  return () => {
    covers.disconnect()
    listeners.delete(listener)
  }
}

export const getOnPage = (): ReadonlySet<string> => shown

export const useShownOnPage = (): ReadonlySet<string> => useSyncExternalStore(listen, getOnPage)
