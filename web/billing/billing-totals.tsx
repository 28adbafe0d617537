import type { BillingList } from '@eupnea/contract/billing.ts'
import { m } from '@eupnea/texts'
import { Counts } from '../shared/counts.tsx'
import styles from './billing.module.css'

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
      <Counts label={m.billing_totals_label({ period: periodText })} counts={counts} />
      {isOpen && <p className={styles.billingNote}>{m.billing_open_note({ period: periodText })}</p>}
    </>
  )
}
