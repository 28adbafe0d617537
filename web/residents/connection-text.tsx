import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'

/** Connection of a device by shape and word. */
export function ConnectionText({ status }: { readonly status: 0 | 1 }) {
  const Icon = status === 1 ? IconPlugConnected : IconPlugConnectedX
  return (
    <span className="connection-text" data-connected={status === 1}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {status === 1 ? 'Connected' : 'Disconnected'}
    </span>
  )
}
