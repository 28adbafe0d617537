import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readDeviceMetrics } from '@eupnea/contract/devices.ts'
import { useCall } from '../shared/api.ts'
import { refreshMs } from './clinic-columns.tsx'

/** What goes on in the clinic, in numbers. */
export function ClinicCounts({ clinic }: { readonly clinic: Clinic }) {
  const { data, error } = useCall(readDeviceMetrics, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  if (error && !data)
    return <p className="clinic-fault">The counts could not be fetched. They are tried again each minute.</p>
  const offline = data?.total_disconnected_devices ?? 0
  return (
    <dl className="clinic-counts tabular" aria-label="Counts">
      <Count label="Residents" value={data?.total_admitted_patients} />
      <Count label="Residents connected" value={data?.total_connected_patients} />
      <Count label="Devices" value={data?.installed_devices} />
      <Count label="Devices online" value={data?.total_online_devices} />
      <Count
        label="Devices offline"
        value={offline}
        note={offline > 0 ? `${data?.disconnected_devices_percentage} %` : undefined}
        isKnown={data !== undefined}
      />
      <Count label="Floors" value={clinic.floors.length} />
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
        {value === undefined || !isKnown ? '–' : value.toLocaleString('en-GB')} {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
