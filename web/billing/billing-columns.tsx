import type { BillingItem } from '@eupnea/contract/billing.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Rich } from '../shared/rich.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dayText, wholeText } from '../shared/time.ts'
import styles from './billing.module.css'
import { codeText } from './billing-words.ts'

/** Residents and what is billed for them. */
export const billingColumns = (): readonly TableColumn<BillingItem>[] => [
  {
    id: 'name',
    header: m.billing_resident_column(),
    sort: 'name',
    cell: ({ id, deviceId, resident_name, dob }) => (
      <span className={styles.billingName}>
        <Link
          to="/patient/profile/$patient_id/$device_id"
          params={{ patient_id: id, device_id: deviceId }}
          className={tableStyles.tableName}
        >
          {resident_name}
        </Link>
        {dob && <span className={tableStyles.tableSub}>{m.billing_born({ date: dayText(dob) })}</span>}
      </span>
    ),
  },
  { id: 'mr', header: m.billing_record_column(), cell: ({ mrNo }) => mrNo || '–' },
  {
    id: 'admission',
    header: m.billing_admitted_column(),
    isExtra: true,
    cell: ({ dateOfAdmission }) =>
      dateOfAdmission ? <span className={tableStyles.tableTime}>{dayText(dateOfAdmission)}</span> : '–',
  },
  { id: 'device', header: m.billing_device_column(), isExtra: true, cell: ({ device_name }) => device_name },
  {
    id: 'days',
    header: m.billing_days_column(),
    sort: 'n_days',
    isDownFirst: true,
    isNumber: true,
    cell: ({ n_days, totalDays }) => (
      <span className="tabular">
        <Rich parts={m.billing_days_of.parts({ days: n_days, all: totalDays })} />
      </span>
    ),
  },
  {
    id: 'valid',
    header: m.billing_valid_column(),
    sort: 'validDataPoints',
    isDownFirst: true,
    isNumber: true,
    cell: ({ validDataPoints }) => <span className="tabular">{wholeText(validDataPoints)}</span>,
  },
  {
    id: 'minutes',
    header: m.billing_minutes_column(),
    isNumber: true,
    isExtra: true,
    cell: ({ dataPoints }) => <span className="tabular">{wholeText(dataPoints)}</span>,
  },
  {
    id: 'code',
    header: m.billing_code_column(),
    cell: ({ cptCode }) => (
      <span className={clsx(styles.billingCode, 'tabular')} data-code={cptCode ?? 'none'}>
        {codeText(cptCode)}
      </span>
    ),
  },
]
