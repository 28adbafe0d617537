import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { byNeed } from './clinic-order.ts'

type Needs = Parameters<typeof byNeed>[1]

/** How soon after the pointer or the focus has left a list it may be ordered anew, ms. */
const restMs = 2_000

/**
 * Clinics by need. While the pointer or the focus is in the list, the order stays: nobody opens another facility than the
 * one they aimed at.
 */
export function useRestingOrder<T extends { readonly id: string }>(
  list: RefObject<HTMLElement | null>,
  clinics: readonly T[] | undefined,
  needs: Needs,
): readonly T[] {
  const [ordered, setOrdered] = useState(needs)
  // Before the list is painted.
  useLayoutEffect(() => {
    const order = () => list.current?.matches(':hover, :focus-within') || setOrdered(needs)
    order()
    const timer = setInterval(order, restMs)
    return () => clearInterval(timer)
  }, [list, needs])
  return useMemo(() => byNeed(clinics ?? [], ordered), [clinics, ordered])
}
