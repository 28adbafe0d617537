import { type RefObject, useEffect } from 'react'
import { isSingleKey } from './single-key.ts'

/** `/` focuses this field, unless someone is typing or a dialog is open. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event, '/')) return
      event.preventDefault()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
