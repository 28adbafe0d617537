import type { Downtime } from '@eupnea/contract/downtime.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { causeText, lengthText } from '@eupnea/contract/rules/downtime.ts'
import { roomText } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { clockText, dayText } from '../shared/time.ts'
import { beside } from '../shared/words.ts'

/** @param zone of the clinic */
export const downtimeColumns = (zone: string): readonly TableColumn<Downtime>[] => [
  {
    id: 'resident',
    header: m.downtime_resident_column(),
    cell: (row) => (
      <Link className={tableStyles.tableName} to="/patient/profile/$patient_id" params={{ patient_id: row.patient_id }}>
        {whomText(row)}
      </Link>
    ),
  },
  {
    id: 'day',
    header: m.downtime_day_column(),
    cell: ({ date }) => <span className={tableStyles.tableTime}>{dayText(date)}</span>,
  },
  {
    id: 'cause',
    header: m.downtime_cause_column(),
    cell: ({ cause }) => <span className={tableStyles.tablePhrase}>{causeText(cause)}</span>,
  },
  {
    id: 'from',
    header: m.downtime_from_column(),
    cell: ({ from }) => <time dateTime={from}>{clockText(from, zone)}</time>,
  },
  {
    id: 'until',
    header: m.downtime_until_column(),
    cell: ({ until, is_ongoing }) =>
      is_ongoing ? m.downtime_ongoing() : <time dateTime={until}>{clockText(until, zone)}</time>,
  },
  {
    id: 'length',
    header: m.downtime_length_column(),
    isNumber: true,
    cell: ({ seconds }) => <span className="tabular">{lengthText(seconds)}</span>,
  },
]

const whomText = ({ room, ...names }: Downtime): string => beside(room && roomText(room), residentName(names))

/** Distinguishes a row for screen readers. */
export const downtimeName = (row: Downtime): string =>
  m.downtime_row_label({ resident: whomText(row), day: dayText(row.date), cause: causeText(row.cause) })
