import { useRef } from 'react'
import { IconSearch } from '../icons.tsx'
import { useSlashKey } from '../use-slash-key.ts'
import './table-tools.css'

interface SearchFieldProps {
  /** label: `Search name or e-mail` */
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The page's search field: `/` focuses it, Escape clears it. */
export function SearchField({ label, placeholder = label, value, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)
  return (
    <label className="table-search">
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
