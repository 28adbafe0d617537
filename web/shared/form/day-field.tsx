import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import tableToolsStyles from '../table/table-tools.module.css'
import { isDay } from '../time.ts'
import { timeInput } from './time-input.ts'
import { useTypedDay } from './use-typed-day.ts'

interface DayFieldProps {
  readonly label: string
  /** '' for none */
  readonly day: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** given whole days only, and '' when the field has been emptied */
  readonly onDay: (day: string) => void
}

/** A field for a day that is kept in the address. */
export function DayField({ label, day, min = firstDay, max, onDay }: DayFieldProps) {
  const [typed, type] = useTypedDay(day)
  return (
    <label className={tableToolsStyles.tableLabelled}>
      {label}
      <input
        className={tableToolsStyles.tableInput}
        {...timeInput('date', typed)}
        min={min}
        max={max}
        onChange={({ currentTarget: { value } }) => {
          type(value)
          if (value === '' || isDay(value)) onDay(value)
        }}
      />
    </label>
  )
}
