import { readDeviceMetrics } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useCall } from '../shared/api.ts'
import { Counts } from '../shared/counts.tsx'
import { Failed } from '../shared/states.tsx'

/** Connections come and go without an act of a person: counted again this often, ms. */
const everyMs = 10_000

interface DeviceCountsProps {
  /** of one clinic; absent: of all */
  readonly clinicId: string | undefined
  /** says nothing of how many clinics there are */
  readonly isOfOne?: boolean
}

/** Devices and residents in numbers (DE-5). */
export function DeviceCounts({ clinicId, isOfOne = false }: DeviceCountsProps) {
  const query = useCall(readDeviceMetrics, clinicId ? { clinic_id: clinicId } : {}, {
    refetchInterval: everyMs,
    placeholderData: (before) => before,
  })
  const { data } = query
  if (!data && query.error) return <Failed error={query.error} retry={() => void query.refetch()} />
  const counts = [
    [m.device_count_installed(), data?.installed_devices],
    [m.device_list_connected(), data?.total_online_devices],
    [
      m.device_list_disconnected(),
      data?.total_disconnected_devices,
      // Of no sensors there is no share.
      data && data.installed_devices > 0 && m.device_count_percent({ percent: data.disconnected_devices_percentage }),
    ],
    [m.resident_list_title(), data?.total_admitted_patients],
    [m.device_count_residents_connected(), data?.total_connected_patients],
    ...(isOfOne ? [] : [[m.clinic_list_title(), data?.total_clinics] as const]),
  ] as const
  return <Counts label={m.device_counts_label()} counts={counts} />
}
