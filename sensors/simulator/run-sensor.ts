import { setTimeout as sleep } from 'node:timers/promises'
import type { Reading } from '@eupnea/contract/live.ts'
import type { DeviceClient } from '../device-client.ts'
import { hash } from './random.ts'
import type { SimulatedResident } from './resident.ts'

/** History is coarser than live readings: one every ten seconds describes a minute as well. */
const historyStepMs = 10_000
const historyChunkMs = 3_600_000
/** A longer gap (the computer slept) is filled like history. */
const gapMs = 60_000
const waveHz = 10

export interface SensorRun {
  readonly client: DeviceClient
  readonly resident: SimulatedResident
  readonly seed: number
  readonly intervalMs: number
  readonly wave: boolean
  /** instant of the first reading, ms since the epoch */
  readonly historyFrom: number
  /** Lets a few sensors at a time send history, so that neither side is overloaded. */
  readonly takeTurn: <T>(work: () => Promise<T>) => Promise<T>
  readonly stopped: () => boolean
}

/**
 * Sends the history up to now, then a reading each interval until stopped. Instants lie on the sensor's own grid, so
 * that repeated runs produce the same instants and sensors don't all send at once.
 * @param onHistorySent called with the number of history readings
 */
export async function runSensor(run: SensorRun, onHistorySent: (readings: number) => void): Promise<void> {
  const { client, resident, intervalMs, stopped } = run
  const offset = hash(run.seed, 30) % intervalMs
  const onGrid = (t: number, step: number) => Math.ceil((t - offset) / step) * step + offset
  const historyStep = Math.ceil(historyStepMs / intervalMs) * intervalMs

  let next = onGrid(run.historyFrom, historyStep)
  let historic = 0
  while (!stopped() && Date.now() - next > historyStep) {
    await run.takeTurn(async () => {
      if (stopped()) return
      const until = Math.min(Date.now(), next + historyChunkMs)
      const readings = series(resident, next, until, historyStep)
      next = onGrid(until, historyStep)
      historic += readings.length
      client.send(readings)
      await client.drained()
    })
  }
  if (stopped()) return
  onHistorySent(historic)

  next = onGrid(Math.max(next - historyStep + intervalMs, run.historyFrom), intervalMs)
  let online = true
  while (!stopped()) {
    const now = Date.now()
    const reachable = resident.onlineAt(now)
    if (reachable !== online) {
      if (reachable) client.restore()
      else client.cut()
      online = reachable
    }
    if (now - next > gapMs) {
      client.send(series(resident, onGrid(next, historyStep), now, historyStep))
      next = onGrid(now, intervalMs)
    }
    for (; next <= now; next += intervalMs) {
      const reading = resident.readingAt(next)
      if (!reading) continue
      const wave = run.wave ? resident.waveEnding(next, intervalMs / 1_000, waveHz) : null
      client.send(wave ? { ...reading, wave } : reading)
    }
    await sleep(Math.max(0, next - Date.now()))
  }
}

/** Readings in [from, until). */
function series(resident: SimulatedResident, from: number, until: number, step: number): Reading[] {
  const readings: Reading[] = []
  for (let ts = from; ts < until; ts += step) {
    const reading = resident.readingAt(ts)
    if (reading) readings.push(reading)
  }
  return readings
}

/** Runs at most `places` tasks at a time, in order of request. */
export function createTurns(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
