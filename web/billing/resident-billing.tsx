import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { now } from '../shared/time.ts'
import './billing.css'
import { dayIn, monthText } from './billing-words.ts'
import { monthLater } from './calendar-weeks.ts'
import { ResidentDays } from './resident-days.tsx'

interface ResidentBillingProps {
  readonly patient_id: string
  /** the facility's */
  readonly zone: string
}

/** The block of the resident's page: monitored days, month by month (BI-3). */
export function ResidentBilling({ patient_id, zone }: ResidentBillingProps) {
  const present = dayIn(zone, now()).slice(0, 7)
  const [chosen, setMonth] = useState<string | null>(null)
  const month = chosen ?? present
  const id = useId()
  return (
    <section className="resident-panel resident-wide" aria-labelledby={id}>
      <header className="resident-panel-head">
        <h2 id={id}>Monitored days</h2>
        <span className="resident-panel-note" aria-live="polite">
          {monthText(month)}
        </span>
        <div className="resident-panel-aside billing-months">
          <button type="button" aria-label="Month before" onClick={() => setMonth(monthLater(month, -1))}>
            <IconChevronLeft size={18} aria-hidden />
          </button>
          <button
            type="button"
            aria-label="Month after"
            disabled={month >= present}
            onClick={() => setMonth(monthLater(month, 1))}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        </div>
      </header>
      <div className="resident-panel-body">
        <ResidentDays
          patient_id={patient_id}
          period={{ month }}
          zone={zone}
          label={`Monitored days in ${monthText(month)}`}
        />
      </div>
    </section>
  )
}
