import { useEffect, useSyncExternalStore } from 'react'

/** Whose notifications stand at the top of the page shown, always in view: pop-ups would only repeat them (AN-1). */

let resident: string | null = null
const listeners = new Set<() => void>()

/** Dialogs and drawers lock the page's scrolling, and lie over it. */
const lock = 'data-scroll-locked'

function listen(listener: () => void): () => void {
  listeners.add(listener)
  const covers = new MutationObserver(listener)
  covers.observe(document.body, { attributeFilter: [lock] })
  return () => {
    covers.disconnect()
    listeners.delete(listener)
  }
}

function put(patient_id: string | null): void {
  resident = patient_id
  for (const listener of listeners) listener()
}

/** Called by the part of a page that shows all of a resident's current notifications. */
export function useOnPage(patient_id: string): void {
  useEffect(() => {
    put(patient_id)
    return () => put(null)
  }, [patient_id])
}

/** @returns patient_id; null: nobody's, or they are covered */
export const useResidentOnPage = (): string | null =>
  useSyncExternalStore(listen, () => (document.body.hasAttribute(lock) ? null : resident))
