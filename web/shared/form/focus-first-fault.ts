import { type RefObject, useEffect } from 'react'

/**
 * Focuses the first field with an error, each time the errors change.
 * @param faults a new object for each attempt to submit; nothing happens while it is null
 */
export function useFocusOnFirstFault(form: RefObject<HTMLElement | null>, faults: object | null): void {
  useEffect(() => {
    if (!faults) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, faults])
}
