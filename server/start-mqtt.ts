import { addWrongKeys, findDeviceKeys } from './devices/index.ts'
import { startBridge, startBroker } from './live/ingest/index.ts'
import { startElection } from './platform/leader.ts'
import { reachable } from './platform/reachable.ts'
import type { Tls } from './platform/tls.ts'
import type { Base } from './start-base.ts'
import type { Live } from './start-live.ts'

export interface MqttAddresses {
  /** address for sensors; null where ROLES has no ingest */
  readonly mqtt: string | null
  readonly mqtts: string | null
}

/** Starts the role `ingest`: the broker that sensors connect to, and the bridge to the house's own. */
export async function startMqtt(base: Base, live: Live, tls: Tls | null): Promise<MqttAddresses> {
  const { config, log, onStop, runs, checks, connection, portalId, job, bus, events } = base
  const { state, keeper, ingest } = live
  if (!runs('ingest')) {
    onStop(() => ingest.close())
    return { mqtt: null, mqtts: null }
  }
  const keysOf = (deviceIds: readonly string[]) => job('device-login', (ctx) => findDeviceKeys(ctx, deviceIds))
  const broker = await startBroker({
    port: config.MQTT_PORT === 'off' ? null : config.MQTT_PORT,
    secure: tls && { port: config.MQTTS_PORT, tls },
    host: config.HOST,
    ingest,
    log,
    bedOf: (deviceId) => state.byId(deviceId),
    async login(deviceIds) {
      const found = await keysOf(deviceIds)
      // Another node may have had it until now, or it is newer than our copy: the database decides.
      const unknown = [...found.keys()].filter((id) => bus.shared || !state.byId(id))
      if (unknown.length > 0) await keeper.reloadDevices(unknown)
      return found
    },
    keysOf,
    quota: {
      readings: config.DEVICE_READINGS_PER_SECOND,
      bytes: config.DEVICE_BYTES_PER_SECOND,
      connections: config.DEVICE_CONNECTIONS,
    },
    writeWrongKeys: (counts) => job('count-wrong-keys', (ctx) => addWrongKeys(ctx, counts)),
  })
  onStop(async () => {
    broker.stopTaking()
    await ingest.close()
    await broker.close()
  })
  checks.broker = () => true
  checks.ingest = () => ingest.stores
  events.on((event) => {
    if (event.type === 'device_key_changed') broker.disconnect(event.device_id)
  })
  events.onResume(() => void broker.recheck())
  if (config.MQTT_URL) {
    // In the 23 characters that every broker accepts: shared by its nodes, different from other portals.
    const bridgeOptions = { url: config.MQTT_URL, clientId: `eupnea-${portalId}`, ingest, state, log }
    const bridge = startElection({ connection, name: 'bridge', log, begin: () => startBridge(bridgeOptions) })
    onStop(() => bridge.close())
    checks.bridge = () => bridge.works
    keeper.onRead(() => bridge.lead?.refresh())
  }
  const address = (scheme: string, port: number | null) =>
    port === null ? null : `${scheme}://${reachable(config.HOST)}:${port}`
  return { mqtt: address('mqtt', broker.port), mqtts: address('mqtts', broker.securePort) }
}
