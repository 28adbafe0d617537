import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readDeviceMetrics } from '@eupnea/contract/devices.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Link } from '@tanstack/react-router'
import { describeError, useCall } from '../shared/api.ts'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import demoMarkStyles from '../shared/demo-mark.module.css'
import { mayAdminister } from '../shared/session.ts'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { zoneText } from '../shared/time.ts'
import { ofText } from '../shared/words.ts'
import { ClinicLogo } from './clinic-logo.tsx'
import { ClinicMenu } from './clinic-menu.tsx'
import styles from './clinics.module.css'

/** Counts are read again this often, ms. */
export const refreshMs = 60_000

/** Both counts of a row come with one call, made once. */
const useMetrics = (clinic_id: string) => useCall(readDeviceMetrics, { clinic_id }, { refetchInterval: refreshMs })

function Residents({ clinic }: { readonly clinic: Clinic }) {
  const { data, error } = useMetrics(clinic.id)
  if (!data && error)
    return (
      <span className={styles.clinicFault} title={describeError(error).message}>
        {m.clinic_count_unknown()}
      </span>
    )
  return data ? numberText(data.total_admitted_patients) : '–'
}

function DevicesOnline({ clinic }: { readonly clinic: Clinic }) {
  const { data } = useMetrics(clinic.id)
  if (!data) return '–'
  if (data.installed_devices === 0) return m.device_none_of_clinic()
  return (
    <span className={styles.clinicOnline} data-warning={data.total_disconnected_devices > 0}>
      {ofText(data.total_online_devices, data.installed_devices)}
    </span>
  )
}

/** The list of clinics: what, where, how big, how well. */
export const clinicColumns = (session: Session | null): readonly TableColumn<Clinic>[] => [
  {
    id: 'name',
    header: m.clinic_name(),
    cell: ({ id, slug, name, logo, is_demo }) => (
      <span className={styles.clinicCell}>
        <ClinicLogo url={logo} size="small" />
        <span>
          {session && mayAdminister(session, id) ? (
            <Link to="/facility/profile/$slug" params={{ slug }} className={tableStyles.tableName}>
              {name}
            </Link>
          ) : (
            name
          )}{' '}
          {is_demo && <span className={demoMarkStyles.demoMark}>{m.clinic_demo()}</span>}
        </span>
      </span>
    ),
  },
  {
    id: 'time',
    header: m.clinic_local_time(),
    cell: ({ tz }) => (
      <>
        <ClinicClock zone={tz} /> <span className={tableStyles.tableSub}>{zoneText(tz)}</span>
      </>
    ),
  },
  {
    id: 'floors',
    header: m.clinic_floors(),
    isNumber: true,
    cell: ({ floors }) => <span title={floors.join(', ')}>{floors.length}</span>,
  },
  { id: 'residents', header: m.resident_list_title(), isNumber: true, cell: (clinic) => <Residents clinic={clinic} /> },
  {
    id: 'devices',
    header: m.device_count_online(),
    isNumber: true,
    cell: (clinic) => <DevicesOnline clinic={clinic} />,
  },
  {
    id: 'acts',
    header: m.common_actions(),
    isPlain: true,
    cell: (clinic) => (
      <ClinicMenu clinic={clinic} mayAdminister={session !== null && mayAdminister(session, clinic.id)} />
    ),
  },
]
