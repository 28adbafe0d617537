import type { BillingItem } from '@eupnea/contract/billing.ts'
import { Link } from '@tanstack/react-router'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dayText, wholeText } from '../shared/time.ts'
import { codeText } from './billing-words.ts'

/** Residents with what is billed for them. */
export const billingColumns: readonly TableColumn<BillingItem>[] = [
  {
    id: 'name',
    header: 'Resident',
    sort: 'name',
    cell: ({ id, deviceId, resident_name, dob }) => (
      <span className="billing-name">
        <Link
          to="/patient/profile/$patient_id/$device_id"
          params={{ patient_id: id, device_id: deviceId }}
          className="table-name"
        >
          {resident_name}
        </Link>
        {dob && <span className="table-sub">born {dayText(dob)}</span>}
      </span>
    ),
  },
  { id: 'mr', header: 'MR no', cell: ({ mrNo }) => mrNo || '–' },
  {
    id: 'admission',
    header: 'Admitted',
    isExtra: true,
    cell: ({ dateOfAdmission }) => (
      <span className="table-time">{dateOfAdmission ? dayText(dateOfAdmission) : '–'}</span>
    ),
  },
  { id: 'device', header: 'Device', isExtra: true, cell: ({ device_name }) => device_name },
  {
    id: 'days',
    header: 'Valid days',
    sort: 'n_days',
    isDownFirst: true,
    isNumber: true,
    cell: ({ n_days, totalDays }) => (
      <span className="tabular">
        <b>{n_days}</b> of {totalDays}
      </span>
    ),
  },
  {
    id: 'valid',
    header: 'Valid minutes',
    sort: 'validDataPoints',
    isDownFirst: true,
    isNumber: true,
    cell: ({ validDataPoints }) => <span className="tabular">{wholeText(validDataPoints)}</span>,
  },
  {
    id: 'minutes',
    header: 'Minutes',
    isNumber: true,
    isExtra: true,
    cell: ({ dataPoints }) => <span className="tabular">{wholeText(dataPoints)}</span>,
  },
  {
    id: 'code',
    header: 'CPT code',
    cell: ({ cptCode }) => (
      <span className="billing-code tabular" data-code={cptCode ?? 'none'}>
        {codeText(cptCode)}
      </span>
    ),
  },
]
