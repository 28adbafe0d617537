import { m } from '@eupnea/texts'
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '../icons.tsx'
import type { TableColumn } from './table-features.ts'

interface ColumnChoiceProps<T> {
  readonly columns: readonly TableColumn<T>[]
  readonly hidden: readonly string[]
  readonly onHide: (ids: readonly string[]) => void
}

/** The first column names the row, and people don't see the buttons as a column: both stay. */
export const canHide = <T,>({ isPlain }: TableColumn<T>, index: number): boolean => index > 0 && !isPlain

/** Chooses which columns are shown. */
export function ColumnChoice<T>({ columns, hidden, onHide }: ColumnChoiceProps<T>) {
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
