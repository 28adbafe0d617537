import { m } from '@eupnea/texts'
import { DayField } from '../shared/form/day-field.tsx'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { dayText } from '../shared/time.ts'
import { monthText } from './billing-words.ts'
import { dayLater, monthLater } from './calendar-weeks.ts'
import { endOf } from './use-billing.ts'

interface PeriodChoiceProps {
  /** the clinic's day, YYYY-MM-DD */
  readonly today: string
  /** YYYY-MM */
  readonly month: string
  /** first of 30 days; null: a month */
  readonly start: string | null
  readonly onMonth: (month: string) => void
  readonly onStart: (start: string) => void
}

/** Months on offer, the current one first. */
const monthCount = 24
const thirtyDays = '30'

/** A month, or 30 days from a given day. */
export function PeriodChoice({ today, month, start, onMonth, onStart }: PeriodChoiceProps) {
  const present = today.slice(0, 7)
  const months = Array.from({ length: monthCount }, (_, ago) => monthLater(present, -ago))
  if (!months.includes(month)) months.push(month)
  return (
    <>
      <label className={tableToolsStyles.tableLabelled}>
        <span>{m.billing_period_label()}</span>
        <select
          className={tableToolsStyles.tableSelect}
          value={start === null ? month : thirtyDays}
          onChange={({ currentTarget: { value } }) =>
            value === thirtyDays ? onStart(dayLater(today, -29)) : onMonth(value)
          }
        >
          <option value={thirtyDays}>{m.billing_thirty_days()}</option>
          {months.map((one) => (
            <option key={one} value={one}>
              {monthText(one)}
            </option>
          ))}
        </select>
      </label>
      {start !== null && (
        <DayField
          label={m.billing_from({ to: dayText(endOf(start)) })}
          day={start}
          max={today}
          // Half a date isn't one yet: the previous day stays.
          onDay={(day) => day && onStart(day)}
        />
      )}
    </>
  )
}
