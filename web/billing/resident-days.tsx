import { listBillingDays } from '@eupnea/contract/billing.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useCall } from '../shared/api.ts'
import { Rich } from '../shared/rich.tsx'
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
  /** the calendar's label */
  readonly label: string
}

/**
 * A resident's days with data in a period, as a calendar (BI-3). A failure shows an empty calendar without a message
 * (ER-2).
 */
export function ResidentDays({ patient_id, period, zone, label }: ResidentDaysProps) {
  const { data, isPending, refetch } = useCall(
    listBillingDays,
    { patient_id, ...period },
    { placeholderData: (before) => before },
  )
  if (isPending) return <Loading label={m.billing_days_loading()} />
  if (!data)
    return (
      <Empty
        title={m.billing_days_empty_title()}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {m.common_try_again()}
          </Button>
        }
      />
    )
  return (
    <div className="billing-days">
      <BillingCalendar days={data.items} label={label} today={dayIn(zone, now())} />
      <div className="billing-days-foot">
        <p>
          <Rich parts={m.billing_days_measured.parts({ days: data.n_days, all: data.period.totalDays })} />
        </p>
        <p>
          <Rich parts={m.billing_days_code.parts({ code: codeText(data.cptCode) })} />
        </p>
        <p className="billing-note">{m.billing_days_note()}</p>
      </div>
    </div>
  )
}
