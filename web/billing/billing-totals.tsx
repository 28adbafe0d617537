import type { BillingList } from '@eupnea/contract/billing.ts'
import { wholeText } from '../shared/time.ts'

interface BillingTotalsProps {
  readonly totals: BillingList['totals'] | undefined
  /** the period has not ended */
  readonly isOpen: boolean
  readonly periodText: string
}

/** What the whole list comes to. */
export function BillingTotals({ totals, isOpen, periodText }: BillingTotalsProps) {
  const counts = [
    ['Residents', totals?.residents],
    ['CPT 99454', totals?.codes[99454]],
    ['CPT 99445', totals?.codes[99445]],
    ['No code', totals?.codes.none],
    ['Valid days', totals?.n_days],
    ['Valid minutes', totals?.validDataPoints],
  ] as const
  return (
    <>
      <dl className="billing-totals" aria-label={`Totals of ${periodText}`}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{wholeText(count ?? null)}</dd>
          </div>
        ))}
      </dl>
      {isOpen && <p className="billing-note">{periodText} still runs: codes may change until it has ended.</p>}
    </>
  )
}
