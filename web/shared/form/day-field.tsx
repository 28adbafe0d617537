import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import tableToolsStyles from '../table/table-tools.module.css'
import { isDay } from '../time.ts'
import { timeInput } from './time-input.ts'
import { useTypedDay } from './use-typed-day.ts'

interface DayInputProps {
  readonly label: string
  /** '' for none; half a date while it is typed */
  readonly typed: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onType: (text: string) => void
}

/** A field for a day among the tools of a list or report. */
export const DayInput = ({ label, typed, min = firstDay, max, onType }: DayInputProps) => (
  <label className={tableToolsStyles.tableLabelled}>
    {label}
    <input
      className={tableToolsStyles.tableInput}
      {...timeInput('date', typed)}
      min={min}
      max={max}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  </label>
)

interface DayFieldProps extends Omit<DayInputProps, 'typed' | 'onType'> {
  /** '' for none */
  readonly day: string
  /** given whole days only, and '' when the field has been emptied */
  readonly onDay: (day: string) => void
}

/** The same for a day that is kept in the address. */
export function DayField({ day, onDay, ...props }: DayFieldProps) {
  const [typed, type] = useTypedDay(day)
  function onType(text: string) {
    type(text)
    if (text === '' || isDay(text)) onDay(text)
  }
  return <DayInput {...props} typed={typed} onType={onType} />
}
