import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useDevice } from '../shared/live/index.ts'

/** Connection of a device by shape and word. */
function ConnectionWord({ status }: { readonly status: 0 | 1 }) {
  const Icon = status === 1 ? IconPlugConnected : IconPlugConnectedX
  return (
    <span className="clinic-connection" data-connected={status === 1}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {status === 1 ? 'Connected' : 'Disconnected'}
    </span>
  )
}

interface LiveConnectionWordProps {
  /** of the device */
  readonly id: string
  /** as the list had it */
  readonly status: 0 | 1
  /** whether the page hears of its facility's devices now */
  readonly isLive: boolean
}

/** As it is now where that is known, else as it was when the list was fetched. */
export function LiveConnectionWord({ id, status, isLive }: LiveConnectionWordProps) {
  const now = useDevice(isLive ? id : null)
  return <ConnectionWord status={now?.status ?? status} />
}
