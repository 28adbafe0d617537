import { listBillingDays } from '@eupnea/contract/billing.ts'
import { Button } from '@mantine/core'
import { useCall } from '../shared/api.ts'
import { Empty, Loading } from '../shared/states.tsx'
import { dayIn, now } from '../shared/time.ts'
import './billing.css'
import { BillingCalendar } from './billing-calendar.tsx'
import { codeText } from './billing-words.ts'

interface ResidentDaysProps {
  readonly patient_id: string
  /** a month, or days from start to end */
  readonly period: { readonly month: string } | { readonly start: string; readonly end: string }
  /** the clinic's */
  readonly zone: string
  /** names the calendar */
  readonly label: string
}

/** A resident's monitored days of a period as a calendar (BI-3). A failure is an empty calendar without a message (ER-2). */
export function ResidentDays({ patient_id, period, zone, label }: ResidentDaysProps) {
  const { data, isPending, refetch } = useCall(
    listBillingDays,
    { patient_id, ...period },
    { placeholderData: (before) => before },
  )
  if (isPending) return <Loading label="Fetching the monitored days" />
  if (!data)
    return (
      <Empty
        title="No days to show"
        action={
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  return (
    <div className="billing-days">
      <BillingCalendar days={data.items} label={label} today={dayIn(zone, now())} />
      <div className="billing-days-foot">
        <p>
          <b className="tabular">
            {data.n_days} of {data.period.totalDays} days
          </b>{' '}
          with a valid minute
        </p>
        <p>
          CPT code <b className="tabular">{codeText(data.cptCode)}</b>
        </p>
        <p className="billing-note">
          The number of a day is its minutes with a valid respiration rate, by the clock of the facility.
        </p>
      </div>
    </div>
  )
}
