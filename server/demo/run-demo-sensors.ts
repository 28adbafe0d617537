import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { listDevices, rotateDeviceKey } from '@eupnea/contract/devices.ts'
import type { Spell } from '@eupnea/sensors/simulator/resident.ts'
import { demoClinicId } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { storyOrigin } from './demo.sql.ts'
import { makeCall } from './make-call.ts'
import { spellsOf } from './story.ts'

export interface DemoSensorJob {
  readonly devices: readonly {
    device_id: string
    password: string
    seed: number
    tz: string
    spells: readonly Spell[]
  }[]
  readonly history_hours: number
  readonly interval_ms: number
  readonly wave: 'some'
}

/** A day and a bit: enough for time in bed and for an individual r-score baseline. */
const historyHours = 26
const program = fileURLToPath(new URL('../../sensors/simulate.ts', import.meta.url))

/**
 * What the simulator needs to act as the demonstration clinic's sensors: new keys, because only hashes are stored, and
 * from when on history is missing.
 * @param intervalSeconds between two readings of a sensor
 * @returns null without a demonstration clinic
 */
export async function prepareDemoSensors(ctx: Ctx, intervalSeconds: number): Promise<DemoSensorJob | null> {
  const clinic_id = await demoClinicId(ctx)
  if (!clinic_id) return null
  const { items } = await makeCall(ctx, deviceRoutes, listDevices, { clinic_id, limit: 200 })
  // In the order in which their past was made.
  const sensors = items
    .filter(({ device_uid }) => device_uid.startsWith('demo-'))
    .toSorted((a, b) => (a.device_uid < b.device_uid ? -1 : 1))
  if (sensors.length === 0) return null
  const origin = await storyOrigin(ctx, clinic_id)
  const devices = []
  for (const [index, { device_id, device_uid, tz }] of sensors.entries()) {
    const { password } = await makeCall(ctx, deviceRoutes, rotateDeviceKey, { device_id })
    const spells = origin === null ? [] : spellsOf(device_uid.slice('demo-'.length), origin)
    devices.push({ device_id, password, seed: index + 1, tz, spells })
  }
  const seen = sensors.map(({ last_seen }) => (last_seen ? Date.parse(last_seen) : 0))
  const silentHours = (Date.now() - Math.max(...seen, 0)) / 3_600_000
  const history_hours = Math.min(historyHours, silentHours)
  return { devices, history_hours, interval_ms: intervalSeconds * 1_000, wave: 'some' }
}

/** Runs the simulator in its own process, sending over MQTT like any sensor. @returns a function that stops it */
export function runDemoSensors(job: DemoSensorJob, url: string, log: Log): () => Promise<void> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'pipe'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  createInterface({ input: child.stderr }).on('line', (line) => log.info({ line }, 'demonstration'))
  child.on('error', (error) => log.error({ reason: error.message }, 'demonstration: the simulator does not run'))
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify({ url, ...job })}\n`)
  return async () => {
    child.stdin.end()
    await gone
  }
}
