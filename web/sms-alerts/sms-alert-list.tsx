import type { Clinic } from '@eupnea/contract/clinics.ts'
import { createSmsAlert, listSmsAlerts, type SmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { ApiError, useCall, useSend } from '../shared/api.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Empty } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import type { TableView } from '../shared/table/table-view.ts'
import { sinceText } from '../shared/time.ts'
import { DeliveryState } from './delivery-words.tsx'
import { DisableSmsAlert } from './disable-sms-alert.tsx'

const refreshMs = 20_000
const firstView: TableView = { page: 1, pageSize: 50, sort: '', order: 'asc' }

interface SmsAlertListProps {
  readonly clinic: Clinic
  readonly isActive: boolean
  /** the button that adds one */
  readonly add?: ReactNode
}

/** Active or disabled subscriptions, with the last message to each (AL-5, AL-6). */
export function SmsAlertList({ clinic, isActive, add }: SmsAlertListProps) {
  const id = useId()
  const [view, setView] = useState(firstView)
  const onView = useCallback((next: Partial<TableView>) => setView((before) => ({ ...before, ...next })), [])
  const [chosen, setChosen] = useState<SmsAlert | null>(null)
  const query = useCall(
    listSmsAlerts,
    { active: isActive ? '1' : '0', clinic_id: clinic.id, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf, refetchInterval: refreshMs },
  )
  const { mutate: enable } = useSend(createSmsAlert, {
    invalidates: [listSmsAlerts],
    onSuccess: ({ phone }) => sayDone(`${phone} gets an SMS for each notification`),
    onError: sayFailed,
  })
  const columns = useMemo(
    () =>
      columnsOf(clinic.tz, {
        word: isActive ? 'Disable' : 'Enable',
        onAct: isActive
          ? setChosen
          : (alert) => enable({ clinic_id: clinic.id, ...partsOf(alert.phone), name: alert.name }),
      }),
    [clinic, isActive, enable],
  )
  const label = isActive ? 'Active phones' : 'Disabled phones'
  if (!isActive && query.data?.total === 0) return null
  return (
    <section className="alert-section" aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      <DataTable
        label={label}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        empty={
          <Empty title="No phone gets alerts yet" action={add}>
            Add the phone of the desk or of who is on duty. Until then notifications are seen in the portal
            {clinic.alert_recipients.length > 0 ? ' and in mails' : ' alone'}.
          </Empty>
        }
      />
      {chosen && <DisableSmsAlert alert={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

const idOf = ({ id }: SmsAlert): string => id
const nameOf = ({ name, phone }: SmsAlert): string => (name ? `${name}, ${phone}` : phone)

/** Any two parts that make the same number again: a 0 at the front of the second would be left out. */
function partsOf(phone: string) {
  let length = 1
  while (phone[1 + length] === '0') length++
  return { code: phone.slice(1, 1 + length), number: phone.slice(1 + length) }
}

/** @throws ApiError `No Data` when what came is no list */
function pageOf({ items, pagination }: { items: SmsAlert[]; pagination: { total_records: number } }) {
  if (!Array.isArray(items))
    throw new ApiError(200, {
      title: m.sms_alert_no_data_title(),
      message: 'The list of SMS alerts could not be read.',
    })
  return { rows: items, total: pagination.total_records }
}

interface Act {
  readonly word: string
  readonly onAct: (alert: SmsAlert) => void
}

const columnsOf = (zone: string, { word, onAct }: Act): readonly TableColumn<SmsAlert>[] => [
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ name, phone }) => (
      <span className="alert-who">
        <b className="tabular">{name || phone}</b>
        {name && <span className="table-sub tabular">{phone}</span>}
      </span>
    ),
  },
  {
    id: 'last',
    header: 'Last message',
    cell: ({ last }) => (last ? <span className="table-time">{sinceText(last.at, zone)}</span> : 'None yet'),
  },
  { id: 'state', header: 'State', cell: ({ last }) => (last ? <DeliveryState state={last.state} /> : '–') },
  {
    id: 'since',
    header: 'Since',
    isExtra: true,
    cell: ({ created_at, disabled_at }) => (
      <span className="table-time">
        {disabled_at ? `Disabled ${sinceText(disabled_at, zone)}` : sinceText(created_at, zone)}
      </span>
    ),
  },
  {
    id: 'act',
    header: 'Acts',
    isPlain: true,
    cell: (alert) => (
      <Button size="compact-md" variant="default" aria-label={`${word} ${nameOf(alert)}`} onClick={() => onAct(alert)}>
        {word}
      </Button>
    ),
  },
]
