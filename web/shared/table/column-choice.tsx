import { m } from '@eupnea/texts'
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { IconColumns3 } from '../icons.tsx'
import type { TableColumn } from './table-features.ts'
import { useHiddenColumns } from './use-hidden-columns.ts'

interface ColumnChoiceProps<T> {
  readonly columns: readonly TableColumn<T>[]
  readonly hidden: readonly string[]
  readonly onHide: (ids: readonly string[]) => void
}

/** The first column names the row, and people don't see the buttons as a column: both stay. */
const canHide = <T,>({ isPlain }: TableColumn<T>, index: number): boolean => index > 0 && !isPlain

/** The columns that the person wants to see of a list, and how they choose. @param columns module-level or memoised */
export function useShownColumns<T>(list: string, columns: readonly TableColumn<T>[]) {
  const { hidden, hide } = useHiddenColumns(list)
  const shown = useMemo(
    () => columns.filter((column, index) => !canHide(column, index) || !hidden.includes(column.id)),
    [columns, hidden],
  )
  return { shown, choice: <ColumnChoice columns={columns} hidden={hidden} onHide={hide} /> }
}

/** Chooses which columns are shown. */
function ColumnChoice<T>({ columns, hidden, onHide }: ColumnChoiceProps<T>) {
  const choices = columns.filter(canHide)
  if (choices.length < 2) return null
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.8} aria-hidden />}>
          {m.common_columns()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.common_columns()}>
        <Stack gap="xs">
          {choices.map(({ id, header }) => (
            <Checkbox
              key={id}
              label={header}
              checked={!hidden.includes(id)}
              onChange={(event) => {
                const others = hidden.filter((other) => other !== id)
                onHide(event.currentTarget.checked ? others : [...others, id])
              }}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
