import { m } from '@eupnea/texts'
import { type ReactNode, useRef } from 'react'
import { IconChevronDown } from '../icons.tsx'
import type { ChosenIds, TableSelection } from './table-features.ts'

/** Adds ids to a set, or removes them. */
export function withIds(chosen: ChosenIds, ids: readonly string[], isOn: boolean): ChosenIds {
  const next: Record<string, true> = { ...chosen }
  for (const id of ids)
    if (isOn) next[id] = true
    else delete next[id]
  return next
}

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
    <label className="table-check">
      <input
        type="checkbox"
        aria-label={m.common_select_label({ row: name })}
        checked={selection.ids[id] === true}
        onChange={(event) => {
          const { shiftKey = false } = event.nativeEvent as MouseEvent
          onToggle(id, event.currentTarget.checked, shiftKey)
        }}
      />
    </label>
  )
}

/** Selecting rows: one by one, or a range from the last one. @param ids of the rows shown */
export function useToggle(selection: TableSelection | undefined, ids: readonly string[]): SelectRowProps['onToggle'] {
  const last = useRef<string | null>(null)
  return (id, isOn, isRange) => {
    const range = isRange && last.current !== null ? idsBetween(ids, last.current, id) : [id]
    last.current = id
    selection?.onChange(withIds(selection.ids, range, isOn))
  }
}

interface SelectPageProps {
  readonly selection: TableSelection
  /** of the rows that are shown */
  readonly ids: readonly string[]
  readonly children?: ReactNode
}

export function SelectPage({ selection, ids, children }: SelectPageProps) {
  const chosen = ids.filter((id) => selection.ids[id]).length
  const isAll = ids.length > 0 && chosen === ids.length
  return (
    <label className="table-check">
      <input
        type="checkbox"
        aria-label={children ? undefined : m.common_select_page()}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !isAll
        }}
        checked={isAll}
        onChange={() => selection.onChange(withIds(selection.ids, ids, !isAll))}
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
      className="table-open"
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId : undefined}
      aria-label={m.common_details_label({ row: name })}
      onClick={onOpen}
    >
      <IconChevronDown size={18} stroke={1.8} aria-hidden />
    </button>
  )
}
