import type { BillingList } from '@eupnea/contract/billing.ts'
import { m } from '@eupnea/texts'
import { wholeText } from '../shared/time.ts'

interface BillingTotalsProps {
  readonly totals: BillingList['totals'] | undefined
  /** the period is in progress */
  readonly isOpen: boolean
  readonly periodText: string
}

/** Totals of the whole list. */
export function BillingTotals({ totals, isOpen, periodText }: BillingTotalsProps) {
  const counts = [
    [m.billing_residents(), totals?.residents],
    [m.billing_cpt({ code: '99454' }), totals?.codes[99454]],
    [m.billing_cpt({ code: '99445' }), totals?.codes[99445]],
    [m.billing_no_code(), totals?.codes.none],
    [m.billing_days_column(), totals?.n_days],
    [m.billing_valid_column(), totals?.validDataPoints],
  ] as const
  return (
    <>
      <dl className="billing-totals" aria-label={m.billing_totals_label({ period: periodText })}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{wholeText(count ?? null)}</dd>
          </div>
        ))}
      </dl>
      {isOpen && <p className="billing-note">{m.billing_open_note({ period: periodText })}</p>}
    </>
  )
}
