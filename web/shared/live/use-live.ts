import { useCallback, useSyncExternalStore } from 'react'
import type { ConnectionState, LiveConnection } from './connect.ts'
import type { DeviceSlice } from './device-slice.ts'
import { liveStore } from './live.ts'

/** The newest values of one device; undefined while unknown. Renders at most once a frame. */
export function useDevice(device_id: string | null | undefined): DeviceSlice | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (device_id ? liveStore.subscribe(device_id, listener) : () => {}),
    [device_id],
  )
  return useSyncExternalStore(subscribe, () => (device_id ? liveStore.device(device_id) : undefined))
}

const none = () => () => {}

/** State of a connection; null without one. */
export function useConnection(connection: LiveConnection | null): ConnectionState | null {
  return useSyncExternalStore(connection?.subscribe ?? none, () => connection?.getState() ?? null)
}
