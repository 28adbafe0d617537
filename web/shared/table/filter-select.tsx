import './table-tools.css'

interface FilterSelectProps {
  /** what is being chosen: `Type` */
  readonly label: string
  /** label for no choice: `All types` */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** '' for no choice */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A filter above a table: one of a few values. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  return (
    <select
      className="table-select"
      aria-label={label}
      data-chosen={value !== ''}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
