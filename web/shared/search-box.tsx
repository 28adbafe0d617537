import { type RefObject, useEffect, useRef } from 'react'
import { IconSearch } from './icons.tsx'
import { isSingleKey } from './single-key.ts'

interface SearchBoxProps {
  /** class of the box around the icon and the field */
  readonly className: string | undefined
  /** label: `Search name or e-mail` */
  readonly label: string
  readonly placeholder?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The page's search field: `/` focuses it, Escape clears it. */
export function SearchBox({ className, label, placeholder = label, value, onChange }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)
  return (
    <label className={className}>
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          onChange('')
          event.currentTarget.blur()
        }}
      />
      <kbd aria-hidden>/</kbd>
    </label>
  )
}

/** `/` focuses this field, unless someone is typing or a dialog is open. */
function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
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
