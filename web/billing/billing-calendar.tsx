import type { BillingDay } from '@eupnea/contract/billing.ts'
import { m } from '@eupnea/texts'
import { pageFormats, weekdayText } from '@eupnea/texts/locale.ts'
import { IconCircleCheckFilled, IconCircleDashed } from '../shared/icons.tsx'
import { wholeText } from '../shared/time.ts'
import styles from './billing-calendar.module.css'
import { calendarWeeks } from './calendar-weeks.ts'

interface BillingCalendarProps {
  /** in order */
  readonly days: readonly BillingDay[]
  /** its label: `Days with data: Ada Byron, March 2026` */
  readonly label: string
  /** the clinic's current day, YYYY-MM-DD; later days are still to come */
  readonly today: string
}

// 1 June 2026 was a Monday.
const weekdays = Array.from({ length: 7 }, (_, index) => weekdayText(`2026-06-0${1 + index}`))

/** A period's days by weeks with each day's valid minutes: a mark, a number and words, not just colour (BI-3). */
export function BillingCalendar({ days, label, today }: BillingCalendarProps) {
  return (
    <table className={styles.billingCalendar} aria-label={label}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              <span aria-hidden>{name.slice(0, 2)}</span>
              <span className="visually-hidden">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calendarWeeks(days).map((week) => (
          <tr key={week.find((day) => day !== null)?.date}>
            {week.map((day, index) =>
              day ? <Day key={day.date} day={day} today={today} /> : <td key={weekdays[index]} aria-hidden />,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({
  day: { date, dataPoints, validDataPoints, is_on_leave },
  today,
}: {
  readonly day: BillingDay
  readonly today: string
}) {
  const state = date > today ? 'open' : validDataPoints > 0 ? 'valid' : dataPoints > 0 ? 'heard' : 'none'
  const number = Number(date.slice(8))
  const day = pageFormats().shortDay(date)
  const stateText = {
    open: m.billing_day_open(),
    valid: m.billing_day_valid({ valid: wholeText(validDataPoints), all: wholeText(dataPoints) }),
    heard: m.billing_day_heard({ all: wholeText(dataPoints) }),
    none: m.billing_day_none(),
  }[state]
  const words = is_on_leave ? m.billing_day_on_leave({ state: stateText }) : stateText
  return (
    <td data-state={state} data-today={date === today}>
      <span className="visually-hidden">
        {date === today ? m.billing_day_today_label({ day, state: words }) : m.billing_day_label({ day, state: words })}
      </span>
      <span className={styles.billingDay} aria-hidden title={words}>
        <span className={styles.billingDayNumber}>
          {number === 1 ? day : number}
          {state === 'valid' && <IconCircleCheckFilled size={14} />}
          {state === 'heard' && <IconCircleDashed size={14} />}
        </span>
        {is_on_leave && <span className={styles.billingDayLeave}>{m.leave_mark()}</span>}
        <b className="tabular">{state === 'open' ? '' : state === 'none' ? '–' : wholeText(validDataPoints)}</b>
      </span>
    </td>
  )
}
