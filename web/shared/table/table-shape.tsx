import { m } from '@eupnea/texts'
import { type ReactNode, useRef } from 'react'
import { IconChevronDown } from '../icons.tsx'
import styles from './table.module.css'
import type { Chosen, TableSelection } from './table-features.ts'

/** Id and name of a row. */
type NamedRow = readonly [id: string, name: string]

export const withRows = (chosen: Chosen, rows: readonly NamedRow[]): Chosen => ({
  ...chosen,
  ...Object.fromEntries(rows),
})

export const withoutIds = (chosen: Chosen, ids: readonly string[]): Chosen =>
  Object.fromEntries(Object.entries(chosen).filter(([id]) => !ids.includes(id)))

/** The ids from one row to another, in either direction. */
export function idsBetween(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b)
  return from === undefined || to === undefined || from < 0 ? [other] : ids.slice(from, to + 1)
}

interface SelectRowProps {
  readonly id: string
  readonly name: string
  readonly selection: TableSelection
  readonly onToggle: (id: string, isOn: boolean, isRange: boolean) => void
}

/** Shift-click also selects the rows in between. */
export function SelectRow({ id, name, selection, onToggle }: SelectRowProps) {
  return (
    <label className={styles.tableCheck}>
      <input
        type="checkbox"
        aria-label={m.common_select_label({ row: name })}
        checked={id in selection.chosen}
        onChange={(event) => {
          const { shiftKey = false } = event.nativeEvent as MouseEvent
          onToggle(id, event.currentTarget.checked, shiftKey)
        }}
      />
    </label>
  )
}

/** Selecting rows: one by one, or a range from the last one. @param rows that are shown */
export function useToggle(
  selection: TableSelection | undefined,
  rows: readonly NamedRow[],
): SelectRowProps['onToggle'] {
  const last = useRef<string | null>(null)
  return (id, isOn, isRange) => {
    const ids = rows.map(([one]) => one)
    const range = isRange && last.current !== null ? idsBetween(ids, last.current, id) : [id]
    const isMeant = ([one]: NamedRow) => range.includes(one)
    last.current = id
    if (!selection) return
    const { chosen, onChange } = selection
    onChange(isOn ? withRows(chosen, rows.filter(isMeant)) : withoutIds(chosen, range))
  }
}

interface SelectPageProps {
  readonly selection: TableSelection
  /** that are shown */
  readonly rows: readonly NamedRow[]
  readonly children?: ReactNode
}

export function SelectPage({ selection: { chosen, onChange }, rows, children }: SelectPageProps) {
  const ids = rows.map(([id]) => id)
  const count = ids.filter((id) => id in chosen).length
  const isAll = ids.length > 0 && count === ids.length
  return (
    <label className={styles.tableCheck}>
      <input
        type="checkbox"
        aria-label={children ? undefined : m.common_select_page()}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll
        }}
        checked={isAll}
        onChange={() => onChange(isAll ? withoutIds(chosen, ids) : withRows(chosen, rows))}
      />
      {children}
    </label>
  )
}

interface OpenDetailsProps {
  readonly name: string
  readonly isOpen: boolean
  readonly detailsId: string
  readonly onOpen: () => void
}

export function OpenDetails({ name, isOpen, detailsId, onOpen }: OpenDetailsProps) {
  return (
    <button
      type="button"
      className={styles.tableOpen}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId : undefined}
      aria-label={m.common_details_label({ row: name })}
      onClick={onOpen}
    >
      <IconChevronDown size={18} stroke={1.8} aria-hidden />
    </button>
  )
}
