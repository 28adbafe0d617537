import { createInterface } from 'node:readline'
import { connectDevice, type DeviceClient } from './device-client.ts'
import { readJob, type SimulationJob } from './simulator/job.ts'
import { profileOf, profiles } from './simulator/profiles.ts'
import { createResident } from './simulator/resident.ts'
import { createTurns, runSensor } from './simulator/run-sensor.ts'

/**
 * Simulated sensors of a clinic: `node sensors/simulate.ts` reads a job (simulator/job.ts) as one JSON line from its
 * standard input, then sends each sensor's history and live readings. It stops when its input closes, on SIGTERM and on
 * SIGINT, so it never outlives the portal that started it.
 */

const sensorsSendingHistory = 4
const log = (text: string) => process.stderr.write(`simulator: ${text}\n`)

function simulate(job: SimulationJob): () => Promise<void> {
  let stopped = false
  const clients: DeviceClient[] = []
  const takeTurn = createTurns(sensorsSendingHistory)
  const tellConnections = createConnectionLog(job.devices.length)
  let sendingHistory = job.devices.length
  let readings = 0

  job.devices.forEach((device, index) => {
    const profile = profiles[device.profile ?? profileOf(index)]
    const resident = createResident({ seed: device.seed, profile, tz: device.tz, spells: device.spells })
    const client = connectDevice({
      url: job.url,
      deviceId: device.device_id,
      password: device.password,
      status: { fw_version: 'simulated' },
      capacity: 20_000,
      onConnection: (connected, reason) => tellConnections(index, connected, reason),
    })
    clients.push(client)
    const run = {
      client,
      resident,
      seed: device.seed,
      intervalMs: job.interval_ms,
      wave: job.wave === 'all' || (job.wave === 'some' && index % 3 === 1),
      historyFrom: Date.now() - job.history_hours * 3_600_000,
      takeTurn,
      stopped: () => stopped,
    }
    void runSensor(run, (sent) => {
      readings += sent
      if (--sendingHistory === 0) log(`${readings} readings of history sent, live now`)
    })
  })

  return async () => {
    stopped = true
    await Promise.all(clients.map((client) => client.close(1_000)))
  }
}

/** Logs one line when sensors fail to connect and one when all are back, however many there are and however often. */
function createConnectionLog(total: number): (index: number, fine: boolean, reason: string | null) => void {
  const failing = new Set<number>()
  let told = 0
  let lastReason: string | null = null
  let looking = false
  return (index, fine, reason) => {
    if (fine) failing.delete(index)
    else failing.add(index)
    lastReason = reason ?? lastReason
    if (looking) return
    looking = true
    setTimeout(() => {
      looking = false
      if (failing.size === told) return
      if (failing.size > 0)
        log(`${failing.size} of ${total} sensors cannot connect: ${lastReason ?? 'connection closed'}`)
      else log(`all ${total} sensors connected again`)
      told = failing.size
    }, 1_000)
  }
}

const input = createInterface({ input: process.stdin })
let end: (() => Promise<void>) | null = null
let ending = false

const finish = async () => {
  if (ending) return
  ending = true
  await end?.()
  process.exit(end ? 0 : 1)
}

input.once('line', (line) => {
  try {
    const job = readJob(line)
    log(`${job.devices.length} sensors to ${job.url}, beginning ${job.history_hours} h ago`)
    end = simulate(job)
  } catch (error) {
    log((error as Error).message)
    void finish()
  }
})
input.once('close', () => {
  if (!end && !ending) log('no job on the standard input')
  void finish()
})
process.on('SIGTERM', () => void finish())
process.on('SIGINT', () => void finish())
