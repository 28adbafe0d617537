import styles from './table-tools.module.css'

interface FilterSelectProps {
  /** what is being chosen: `Type` */
  readonly label: string
  /** label for no choice: `All types` */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** '' for no choice */
  readonly value: string
  readonly onChange: (value: string) => void
  /** the options come later, and may be long: it keeps its width */
  readonly isFixed?: boolean
}

/** A filter above a table: one of a few values. */
export function FilterSelect({ label, all, options, value, onChange, isFixed }: FilterSelectProps) {
  return (
    <select
      className={styles.tableSelect}
      aria-label={label}
      data-chosen={value !== ''}
      data-fixed={isFixed}
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
