import type { Device } from '@eupnea/contract/devices.ts'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useDevice } from '../shared/live/index.ts'
import './devices.css'

/** Connection by shape and word: as it is now where that is known, else as it was when the list was fetched (LI-6). */
export function ConnectionWord({ device }: { readonly device: Device }) {
  const { device_id, device_conn_status, record_status } = device
  const live = useDevice(device_id)
  const isConnected = record_status === 'active' && (live?.status ?? device_conn_status) === 1
  const Icon = isConnected ? IconPlugConnected : IconPlugConnectedX
  return (
    <span className="device-connection" data-connected={isConnected}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {isConnected ? 'Connected' : 'Disconnected'}
    </span>
  )
}
