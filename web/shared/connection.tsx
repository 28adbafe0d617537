import { m } from '@eupnea/texts'
import styles from './connection.module.css'
import { IconPlugConnected, IconPlugConnectedX } from './icons.tsx'
import { useDevice } from './live/index.ts'
import { signalViewOf } from './signal-view.ts'
import { SignalWord } from './signal-word.tsx'
import { sinceText } from './time.ts'

interface ConnectionProps {
  readonly device: {
    readonly device_id: string
    readonly device_conn_status: 0 | 1
    /** IANA */
    readonly device_tz?: string
    /** from the inventory: an inactive device counts as disconnected, whatever it last sent */
    readonly record_status?: 'active' | 'inactive'
  }
  /** whether the page follows the device live */
  readonly isLive?: boolean
  /** another column of the row already shows the signal */
  readonly isSignalSaid?: boolean
}

/** A device's connection by shape and word: live if known, else as fetched (LI-6); and what else is to be known of it. */
export function Connection({ device, isLive = true, isSignalSaid = false }: ConnectionProps) {
  const { device_id, device_conn_status, device_tz, record_status } = device
  const live = useDevice(isLive ? device_id : null)
  const isConnected = record_status !== 'inactive' && (live?.status ?? device_conn_status) === 1
  const signal = record_status === 'inactive' ? null : signalViewOf(live?.signal)
  if (signal?.state === 'silent' && isSignalSaid && device_tz)
    return (
      <span className={styles.connection}>
        {live?.ts ? m.device_last_seen_at({ time: sinceText(signal.since, device_tz) }) : m.device_no_readings()}
      </span>
    )
  if (signal?.state === 'silent') return <SignalWord signal={signal} zone={device_tz} />
  const Icon = isConnected ? IconPlugConnected : IconPlugConnectedX
  const connection = (
    <span className={styles.connection} data-connected={isConnected}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {isConnected ? m.common_connected() : m.common_disconnected()}
    </span>
  )
  if (!signal || isSignalSaid) return connection
  return (
    <span className={styles.connectionSignal}>
      {connection} <SignalWord signal={signal} />
    </span>
  )
}
