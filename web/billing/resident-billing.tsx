import { m } from '@eupnea/texts'
import { useState } from 'react'
import { IconChevronLeft, IconChevronRight } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { dayIn, now } from '../shared/time.ts'
import styles from './billing.module.css'
import { monthText } from './billing-words.ts'
import { monthLater } from './calendar-weeks.ts'
import { ResidentDays } from './resident-days.tsx'

interface ResidentBillingProps {
  readonly patient_id: string
  /** the clinic's */
  readonly zone: string
}

/** The block on the resident's page: days with data, month by month (BI-3). */
export function ResidentBilling({ patient_id, zone }: ResidentBillingProps) {
  const present = dayIn(zone, now()).slice(0, 7)
  const [chosen, setMonth] = useState<string | null>(null)
  const month = chosen ?? present
  return (
    <Panel
      title={m.billing_monitored_title()}
      note={<span aria-live="polite">{monthText(month)}</span>}
      span="whole"
      paper="none"
      aside={
        <div className={styles.billingMonths}>
          <button type="button" aria-label={m.billing_month_before()} onClick={() => setMonth(monthLater(month, -1))}>
            <IconChevronLeft size={18} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={m.billing_month_after()}
            disabled={month >= present}
            onClick={() => setMonth(monthLater(month, 1))}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        </div>
      }
    >
      <ResidentDays
        patient_id={patient_id}
        period={{ month }}
        zone={zone}
        label={m.billing_monitored_label({ month: monthText(month) })}
      />
    </Panel>
  )
}
