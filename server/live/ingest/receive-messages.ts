import { topics } from '@eupnea/contract/live.ts'
import type { PublishPacket } from 'aedes'
import type { Bed } from '../bed/bed.ts'
import type { DeviceClient, DeviceConnections } from './device-connections.ts'
import type { EsphomeNodes } from './esphome-nodes.ts'
import type { LoginOptions } from './logins.ts'
import type { Quotas } from './quotas.ts'

interface ReceiveOptions extends Pick<LoginOptions, 'ingest' | 'bedOf'> {
  readonly nodes: EsphomeNodes
  readonly quotas: Quotas
  readonly connections: DeviceConnections
}

const nothing = Promise.resolve()

/** Passes on what devices publish, by its topic. Each returns the promise shared by all messages of its commit. */
export function receiveMessages({ ingest, nodes, quotas, connections, bedOf }: ReceiveOptions) {
  function bedOfClient(client: DeviceClient | null): Bed {
    const bed = client?.deviceId === undefined ? undefined : bedOf(client.deviceId)
    if (!bed) throw new Error('The device was removed')
    return bed
  }
  const store = (bed: Bed, bytes: Buffer): Promise<void> =>
    ingest.telemetry(bed, bytes, (readings) => quotas.spend(bed.place.id, Math.max(1, readings), bytes.length))

  return {
    telemetry: (client: DeviceClient, bytes: Buffer): Promise<void> => store(bedOfClient(client), bytes),
    publish(client: DeviceClient | null, { topic, payload }: PublishPacket): Promise<void> {
      const bed = bedOfClient(client)
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
      const { id, topicPrefix } = bed.place
      if (topic === topics.telemetry(id)) return store(bed, bytes)
      quotas.spend(id, 1, bytes.length)
      if (topic === topics.status(id))
        return connections.isLeftBehind(client!) ? nothing : ingest.status(bed, bytes, connections.numberOf(client!))
      if (topicPrefix !== null && topic.startsWith(`${topicPrefix}/`)) {
        if (topic === `${topicPrefix}/status` && connections.isLeftBehind(client!)) return nothing
        // On the node's own connection, the retain flag only asks for its states to be stored.
        const message = { topic, payload: bytes, retained: false, connection: connections.numberOf(client!) }
        return nodes.receive(bed, topicPrefix, message)
      }
      // Discovery messages of Home Assistant and ESPHome come with attaching a node; they hold no readings.
      if (topicPrefix !== null && /^(homeassistant|esphome\/discover)\//.test(topic)) return nothing
      if (topic.startsWith('$SYS/broker/connection/')) return nothing // whether a mosquitto bridge is connected
      const reason = topic.startsWith(`devices/${id}/`) ? 'unknown_topic' : 'foreign_topic'
      return ingest.refuse(bed, reason, Buffer.from(topic))
    },
  }
}
