import { type RefObject, useEffect } from 'react'

/**
 * Puts the focus on the first field that is marked as faulty, each time there are other faults.
 * @param faults a new object for each attempt to submit; nothing happens while it is null
 */
export function useFocusOnFirstFault(form: RefObject<HTMLElement | null>, faults: object | null): void {
  useEffect(() => {
    if (!faults) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, faults])
}
