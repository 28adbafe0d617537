import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readDeviceMetrics } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { clsx } from 'clsx'
import { useCall } from '../shared/api.ts'
import { refreshMs } from './clinic-columns.tsx'
import clinicProfileStyles from './clinic-profile.module.css'
import styles from './clinics.module.css'

/** What goes on in the clinic, in numbers. */
export function ClinicCounts({ clinic }: { readonly clinic: Clinic }) {
  const { data, error } = useCall(readDeviceMetrics, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  if (error && !data) return <p className={styles.clinicFault}>{m.clinic_counts_failed()}</p>
  const offline = data?.total_disconnected_devices ?? 0
  return (
    <dl className={clsx(clinicProfileStyles.clinicCounts, 'tabular')} aria-label={m.clinic_counts_label()}>
      <Count label={m.resident_list_title()} value={data?.total_admitted_patients} />
      <Count label={m.device_count_residents_connected()} value={data?.total_connected_patients} />
      <Count label={m.device_list_title()} value={data?.installed_devices} />
      <Count label={m.device_count_online()} value={data?.total_online_devices} />
      <Count
        label={m.device_count_offline()}
        value={offline}
        note={
          data && offline > 0 ? m.device_count_percent({ percent: data.disconnected_devices_percentage }) : undefined
        }
        isKnown={data !== undefined}
      />
      <Count label={m.clinic_floors()} value={clinic.floors.length} />
    </dl>
  )
}

interface CountProps {
  readonly label: string
  readonly value: number | undefined
  /** only what is out of order has one */
  readonly note?: string | undefined
  readonly isKnown?: boolean
}

function Count({ label, value, note, isKnown = true }: CountProps) {
  return (
    <div data-warning={note !== undefined}>
      <dt>{label}</dt>
      <dd>
        {value === undefined || !isKnown ? '–' : numberText(value)} {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
