import { m } from '@eupnea/texts'
import { IconPlugConnected, IconPlugConnectedX } from './icons.tsx'
import './connection.css'
import { useDevice } from './live/index.ts'

interface ConnectionProps {
  readonly device: {
    readonly device_id: string
    readonly device_conn_status: 0 | 1
    /** of the inventory: an inactive device is connected no more, whatever was heard of it last */
    readonly record_status?: 'active' | 'inactive'
  }
  /** whether the page hears of the device now */
  readonly isLive?: boolean
}

/** Connection of a device by shape and word: as it is now where that is known, else as it was when it was fetched (LI-6). */
export function Connection({ device, isLive = true }: ConnectionProps) {
  const { device_id, device_conn_status, record_status } = device
  const live = useDevice(isLive ? device_id : null)
  const isConnected = record_status !== 'inactive' && (live?.status ?? device_conn_status) === 1
  const Icon = isConnected ? IconPlugConnected : IconPlugConnectedX
  return (
    <span className="connection" data-connected={isConnected}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {isConnected ? m.common_connected() : m.common_disconnected()}
    </span>
  )
}
