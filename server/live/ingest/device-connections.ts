import type { Client } from 'aedes'
import type { Login } from './logins.ts'

/** topic: of its telemetry, as `readPackets` wants it; it has these once it is logged in */
export type DeviceClient = Client & Partial<Login> & { topic?: Buffer }

/** This node's connections of each device, newest last. */
export function createDeviceConnections() {
  const connections = new Map<string, DeviceClient[]>()
  const of = (deviceId: string): readonly DeviceClient[] => connections.get(deviceId) ?? []
  /** The device's newest connection here: it may have gone back to an earlier one, which then speaks for it. */
  const numberOf = (client: DeviceClient): number =>
    Math.max(...[client, ...of(client.deviceId!)].map(({ connection = 0 }) => connection))
  return {
    of,
    numberOf,
    all: (): readonly DeviceClient[] => [...connections.values()].flat(),
    /** The last will of a connection that the device has replaced says nothing about the device. */
    isLeftBehind(client: DeviceClient): boolean {
      const last = of(client.deviceId!).at(-1) ?? client
      return last !== client && !last.closed
    },
    /** @returns the device's other open connections, oldest first */
    add(client: DeviceClient): readonly DeviceClient[] {
      const others = of(client.deviceId!).filter((one) => !one.closed && one.id !== client.id)
      connections.set(client.deviceId!, [...others, client])
      return others
    },
    /** @returns whether it was the device's last */
    remove(client: DeviceClient): boolean {
      const deviceId = client.deviceId!
      const others = of(deviceId).filter((one) => one !== client)
      for (const one of others) one.connection = numberOf(client)
      if (others.length > 0) connections.set(deviceId, others)
      else connections.delete(deviceId)
      return others.length === 0
    },
  }
}

export type DeviceConnections = ReturnType<typeof createDeviceConnections>
