import type { Clinic } from '@eupnea/contract/clinics.ts'
import { createSmsAlert, listSmsAlerts, type SmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { clsx } from 'clsx'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { ApiError, useCall, useSend } from '../shared/api.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Empty } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useLocalView } from '../shared/table/use-local-view.ts'
import { sinceText } from '../shared/time.ts'
import { DeliveryState } from './delivery-words.tsx'
import { DisableSmsAlert } from './disable-sms-alert.tsx'
import { phoneName } from './phone-name.ts'
import styles from './sms-alerts.module.css'

const refreshMs = 20_000
interface SmsAlertListProps {
  readonly clinic: Clinic
  readonly isActive: boolean
  /** the button that adds one */
  readonly add?: ReactNode
}

/** Active or disabled alert phones, with the last message to each (AL-5, AL-6). */
export function SmsAlertList({ clinic, isActive, add }: SmsAlertListProps) {
  const id = useId()
  const { view, onView } = useLocalView()
  const [chosen, setChosen] = useState<SmsAlert | null>(null)
  const query = useCall(
    listSmsAlerts,
    { active: isActive ? '1' : '0', clinic_id: clinic.id, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf, refetchInterval: refreshMs },
  )
  const { mutate: enable } = useSend(createSmsAlert, {
    invalidates: [listSmsAlerts],
    onSuccess: ({ phone }) => sayDone(m.sms_alert_add_done({ phone })),
    onError: sayFailed,
  })
  const columns = useMemo(
    () =>
      columnsOf(clinic.tz, {
        word: isActive ? m.sms_alert_disable : m.sms_alert_enable,
        label: isActive ? m.sms_alert_disable_label : m.sms_alert_enable_label,
        onAct: isActive
          ? setChosen
          : (alert) => enable({ clinic_id: clinic.id, ...partsOf(alert.phone), name: alert.name }),
      }),
    [clinic, isActive, enable],
  )
  const label = isActive ? m.sms_alert_list_active() : m.sms_alert_list_disabled()
  if (!isActive && query.data?.total === 0) return null
  return (
    <section className={styles.alertSection} aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      <DataTable
        label={label}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={phoneName}
        empty={
          <Empty title={m.sms_alert_empty_title()} action={add}>
            {clinic.alert_recipients.length > 0 ? m.sms_alert_empty_mail() : m.sms_alert_empty()}
          </Empty>
        }
      />
      {chosen && <DisableSmsAlert alert={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

const idOf = ({ id }: SmsAlert): string => id

/** Any split that gives the same number will do, but a leading 0 in the second part would be dropped. */
function partsOf(phone: string) {
  let length = 1
  while (phone[1 + length] === '0') length++
  return { code: phone.slice(1, 1 + length), number: phone.slice(1 + length) }
}

/** @throws ApiError `No Data` if the answer has no list */
function pageOf({ items, pagination }: { items: SmsAlert[]; pagination: { total_records: number } }) {
  if (!Array.isArray(items))
    throw new ApiError(200, {
      title: m.sms_alert_no_data_title(),
      message: m.sms_alert_no_data(),
    })
  return { rows: items, total: pagination.total_records }
}

interface Act {
  readonly word: () => string
  readonly label: (of: { phone: string }) => string
  readonly onAct: (alert: SmsAlert) => void
}

const columnsOf = (zone: string, { word, label, onAct }: Act): readonly TableColumn<SmsAlert>[] => [
  {
    id: 'phone',
    header: m.sms_alert_phone_column(),
    cell: ({ name, phone }) => (
      <span className={styles.alertWho}>
        <b className="tabular">{name || phone}</b>
        {name && <span className={clsx(tableStyles.tableSub, 'tabular')}>{phone}</span>}
      </span>
    ),
  },
  {
    id: 'last',
    header: m.sms_alert_last_column(),
    cell: ({ last }) =>
      last ? <span className={tableStyles.tableTime}>{sinceText(last.at, zone)}</span> : m.sms_alert_last_none(),
  },
  {
    id: 'state',
    header: m.sms_alert_state_column(),
    cell: ({ last }) => (last ? <DeliveryState state={last.state} /> : '–'),
  },
  {
    id: 'since',
    header: m.sms_alert_since_column(),
    isExtra: true,
    cell: ({ created_at, disabled_at }) => (
      <span className={tableStyles.tableTime}>
        {disabled_at ? m.sms_alert_disabled_since({ time: sinceText(disabled_at, zone) }) : sinceText(created_at, zone)}
      </span>
    ),
  },
  {
    id: 'act',
    header: m.common_actions(),
    isPlain: true,
    cell: (alert) => (
      <Button
        size="compact-md"
        variant="default"
        aria-label={label({ phone: phoneName(alert) })}
        onClick={() => onAct(alert)}
      >
        {word()}
      </Button>
    ),
  },
]
