import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type Downtime, readDowntime, usualDowntimeDays } from '@eupnea/contract/downtime.ts'
import { shareText } from '@eupnea/contract/rules/downtime.ts'
import { readTrendCounts } from '@eupnea/contract/trends.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { type ReactNode, useMemo } from 'react'
import { useAddressChoice } from '../shared/address-choice.ts'
import { useCall } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { endOfDay, startOfDay } from '../shared/form/local-time.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { type ListFilter, ListPage } from '../shared/table/list-page.tsx'
import { decimalText, isDay } from '../shared/time.ts'
import styles from './downtime.module.css'
import { downtimeColumns, downtimeName } from './downtime-columns.tsx'

interface DowntimePageProps {
  /** switches between the reports of a facility, from another noun */
  readonly tabs: ReactNode
}

/** When which bed of the clinic was not monitored, and why; the share of time that was (WA-10). */
export function DowntimePage({ tabs }: DowntimePageProps) {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicDowntime key={clinic.id} clinic={clinic} tabs={tabs} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

const refreshMs = 60_000
const names = ['from', 'to'] as const

/** Days in the clinic's zone. */
const filtersOf = (zone: string): readonly ListFilter[] => [
  {
    kind: 'day',
    name: 'from',
    label: m.downtime_from_label(),
    notAfter: 'to',
    inputOf: (day) => ({ from: startOfDay(day, zone) }),
  },
  {
    kind: 'day',
    name: 'to',
    label: m.downtime_to_label(),
    notBefore: 'from',
    inputOf: (day) => ({ until: endOfDay(day, zone) }),
  },
]

function ClinicDowntime({
  clinic: { id: clinic_id, name, tz },
  tabs,
}: DowntimePageProps & { readonly clinic: Clinic }) {
  const columns = useMemo(() => downtimeColumns(tz), [tz])
  const filters = useMemo(() => filtersOf(tz), [tz])
  const share = useShare(clinic_id, tz)
  return (
    <ListPage
      name="downtime"
      title={m.downtime_title()}
      label={m.downtime_title()}
      call={readDowntime}
      input={{ clinic_id }}
      filters={filters}
      columns={columns}
      rowId={idOf}
      rowName={downtimeName}
      intro={
        <>
          {tabs}
          <p className={adminPageStyles.adminNote}>{m.downtime_intro({ clinic: name })}</p>
        </>
      }
      note={
        <p className={clsx(adminPageStyles.adminNote, styles.downtimeShare, 'tabular')}>
          <b>{share.text}</b>
          <TrendCount clinicId={clinic_id} />
        </p>
      }
      refreshMs={refreshMs}
      noneFound={{ title: m.downtime_none_found_title(), all: m.downtime_show_all() }}
      empty={
        share.isNone
          ? { title: m.downtime_share_none(), text: m.downtime_empty_unlinked() }
          : { title: m.downtime_empty_title(), text: m.downtime_empty({ days: usualDowntimeDays }) }
      }
    />
  )
}

const idOf = ({ device_id, patient_id, cause, from }: Downtime): string =>
  [device_id, patient_id, cause, from].join(' ')

/** How much of the days that are chosen above was monitored, or of the last ones. */
function useShare(clinicId: string, zone: string): { readonly text: string | null; readonly isNone: boolean } {
  const [{ from, to }] = useAddressChoice(names)
  const { data } = useCall(
    readDowntime,
    {
      ...{ clinic_id: clinicId, page_size: 1 },
      from: isDay(from) ? startOfDay(from, zone) : undefined,
      until: isDay(to) ? endOfDay(to, zone) : undefined,
    },
    { refetchInterval: refreshMs },
  )
  if (!data) return { text: null, isNone: false }
  const { monitored_share: share } = data
  // Without a period, the empty list itself says so.
  if (share === null) return { text: from || to ? m.downtime_share_none() : null, isNone: true }
  return { text: shareText(share, from || to ? null : usualDowntimeDays), isNone: false }
}

/** How often changed breathing is notified of, once nights were judged: too often is ignored (WA-12). */
function TrendCount({ clinicId }: { readonly clinicId: string }) {
  const { data } = useCall(readTrendCounts, { clinic_id: clinicId })
  if (!data || data.per_100_resident_days === null) return null
  const { raised, per_100_resident_days } = data
  const text = m.trend_count({ count: raised, rate: decimalText(per_100_resident_days) })
  return (
    <>
      {' · '}
      <span>{text}</span>
    </>
  )
}
