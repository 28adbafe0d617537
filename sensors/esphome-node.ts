import mqtt from 'mqtt'
import { readOptions } from './read-options.ts'
import { isProfileName, profiles } from './simulator/profiles.ts'
import { createResident } from './simulator/resident.ts'

/**
 * An ESPHome node with the `seeed_mr60bha2` component as it behaves over MQTT: availability, states (QoS 0, retained),
 * discovery. For tests, and for trying the portal without the hardware:
 * `npx node sensors/esphome-node.ts --url mqtt://127.0.0.1:1883 --prefix bed-101 --username … --password …`
 */

export interface EsphomeNodeOptions {
  readonly url: string
  /** name and topic prefix of the node */
  readonly prefix: string
  readonly username?: string
  readonly password?: string
  /** frame: every state with each radar frame, like the official component; change: only changes, like some forks */
  readonly publishes?: 'frame' | 'change'
  /** value sent when nobody is present: 0, like the official component, or no value */
  readonly absence?: '0' | 'nan' | 'None'
  /** s; 0: it never asks whether the broker is there */
  readonly keepalive?: number
}

/** What the radar detected. */
export interface RadarFrame {
  readonly present: boolean
  /** breaths per minute; 0: none found */
  readonly rate: number
  /** beats per minute */
  readonly heartRate: number
  readonly distanceCm: number
  readonly targets: number
}

export interface EsphomeNodeSimulator {
  /** Publishes a frame's states. Resolves when they were handed to the network. */
  frame(frame: RadarFrame): Promise<void>
  /** Reports offline and disconnects, as before a restart or an update. */
  shutDown(): Promise<void>
  /** Loses power, so that the broker sends the last will. */
  crash(): void
}

const states = {
  person: 'binary_sensor/person_information',
  rate: 'sensor/real-time_respiratory_rate',
  heartRate: 'sensor/real-time_heart_rate',
  distance: 'sensor/distance_to_detection_object',
  targets: 'sensor/target_number',
} as const
type StateName = keyof typeof states

const mac = 'a0b1c2d3e4f5'
const version = '2024.12.0'

/** @returns once connected, with birth message and discovery published */
export async function startEsphomeNode(options: EsphomeNodeOptions): Promise<EsphomeNodeSimulator> {
  const { prefix, publishes = 'frame', absence = '0', keepalive = 15 } = options
  const client = await mqtt.connectAsync(options.url, {
    clientId: `${prefix}-${mac}`,
    username: options.username,
    password: options.password,
    protocolVersion: 4,
    clean: false,
    keepalive,
    will: { topic: `${prefix}/status`, payload: Buffer.from('offline'), qos: 0, retain: true },
  })
  client.on('error', () => {})
  const said = new Map<StateName, string>()
  const publish = (topic: string, payload: string) => client.publishAsync(topic, payload, { qos: 0, retain: true })
  const state = async (name: StateName, payload: string) => {
    if (publishes === 'change' && said.get(name) === payload) return
    said.set(name, payload)
    await publish(`${prefix}/${states[name]}/state`, payload)
  }
  const announce = async () => {
    await publish(`${prefix}/status`, 'online')
    for (const name of said.keys()) await publish(`${prefix}/${states[name]}/state`, said.get(name)!)
  }

  client.on('connect', () => void announce().catch(() => {}))
  await announce()
  await client.publishAsync(`esphome/discover/${prefix}`, JSON.stringify(discovery(prefix)), { qos: 2, retain: true })
  for (const name of Object.keys(states) as StateName[]) {
    const [component, object] = states[name].split('/')
    await publish(`homeassistant/${component}/${prefix}/${object}/config`, JSON.stringify(entity(prefix, name)))
  }

  return {
    async frame({ present, rate, heartRate, distanceCm, targets }) {
      await state('person', present ? 'ON' : 'OFF')
      // A rate of exactly 0 isn't published while somebody is present.
      if (present && rate > 0) await state('rate', rate.toFixed(0))
      if (!present) await state('rate', absence)
      await state('heartRate', present ? heartRate.toFixed(0) : absence)
      await state('distance', present ? distanceCm.toFixed(2) : absence === '0' ? '0.00' : absence)
      await state('targets', present ? targets.toFixed(0) : absence)
    },
    async shutDown() {
      await publish(`${prefix}/status`, 'offline')
      await client.endAsync()
    },
    crash: () => void client.end(true),
  }
}

const discovery = (prefix: string) => ({
  ip: '192.0.2.101',
  name: prefix,
  friendly_name: prefix,
  port: 6053,
  version,
  mac,
  platform: 'ESP32',
  board: 'esp32-c6-devkitc-1',
  network: 'wifi',
})

function entity(prefix: string, name: StateName) {
  const [component, object] = states[name].split('/')
  return {
    name: object!.replaceAll('_', ' '),
    stat_t: `${prefix}/${states[name]}/state`,
    avty_t: `${prefix}/status`,
    // The default generator omits the address, so two nodes share their ids.
    uniq_id: `ESP${component}${object}`,
    dev: { ids: mac, name: prefix, sw: version, mdl: 'esp32-c6-devkitc-1', mf: 'Espressif', cns: [['mac', mac]] },
  }
}

if (import.meta.main) {
  const { values } = readOptions({
    options: {
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      prefix: { type: 'string', default: 'bed-101' },
      username: { type: 'string' },
      password: { type: 'string' },
      profile: { type: 'string', default: 'steady' },
      seed: { type: 'string', default: '1' },
    },
  })
  if (!isProfileName(values.profile)) {
    process.stderr.write(`--profile is one of ${Object.keys(profiles).join(', ')}\n`)
    process.exit(2)
  }
  const tz = Temporal.Now.timeZoneId()
  const resident = createResident({ seed: Number(values.seed), profile: profiles[values.profile], tz })
  const node = await startEsphomeNode(values).catch(({ message }: Error) => {
    process.stderr.write(`esphome node: ${message}\n`)
    process.exit(1)
  })
  process.stderr.write(`esphome node: ${values.prefix} speaks to ${values.url}\n`)
  const frames = setInterval(() => {
    const reading = resident.readingAt(Date.now())
    const present = reading !== null && reading.dist !== null
    void node.frame({
      present,
      rate: reading?.rr ?? 0,
      heartRate: 64,
      distanceCm: (reading?.dist ?? 0) * 100,
      targets: present ? 1 : 0,
    })
  }, 1_000)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      clearInterval(frames)
      await node.shutDown()
    })
}
