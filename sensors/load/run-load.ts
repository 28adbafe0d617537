import { createHistogram } from 'node:perf_hooks'
import { type LoadDevice, openLoadDevice } from './load-device.ts'

export interface LoadOptions {
  /** mqtt://host:port */
  readonly url: string
  readonly devices: readonly { readonly username: string; readonly password: string }[]
  /** messages per second and device; without it each device keeps `window` messages in flight */
  readonly rate?: number
  /** unacknowledged messages per device (default 16; with `rate` 1,000) */
  readonly window?: number
  /** default 1 */
  readonly readingsPerMessage?: number
  /** how long to send, seconds; messages in flight are then awaited */
  readonly duration_s?: number
  /** messages per device, instead of `duration_s` */
  readonly messages?: number
  /**
   * Instant of the n-th reading of a device (by its index in `devices`), whole ms since the epoch; it must depend only
   * on its arguments and never repeat. Default: from now on, at intervals of `rate`; without `rate`, counting up
   * milliseconds.
   */
  readonly tsOf?: (device: number, n: number) => number
  /** keep the instants of acknowledged readings per device, to look for losses */
  readonly keepAcknowledged?: boolean
  /** how long to wait for connections, and for the last answers, seconds (default 30) */
  readonly patience_s?: number
}

export interface LoadResult {
  /** messages, not counting repetitions after a broken connection */
  readonly published: number
  readonly acknowledged: number
  /** readings in acknowledged messages */
  readonly readings: number
  /** from the first message to the last answer */
  readonly seconds: number
  readonly messagesPerSecond: number
  /**
   * From when a message was due to its PUBACK, ms. With `rate`, the clock decides when it is due, so a stall of the
   * generator counts for every message it delayed.
   */
  readonly latency: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number }
  /** broken connections and refusals, by reason */
  readonly errors: Record<string, number>
  /** of this process, seconds */
  readonly cpuSeconds: number
  /** with `keepAcknowledged`: the instants of acknowledged readings per device */
  readonly acknowledgedTs: number[][]
}

const tickMs = 5
const pingMs = 30_000

/** @throws Error when not every device can connect */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { devices: keys, rate, readingsPerMessage = 1, messages = Number.POSITIVE_INFINITY } = options
  const { hostname: host, port, protocol } = new URL(options.url)
  if (protocol !== 'mqtt:') throw new Error(`${options.url}: the load generator speaks mqtt:// only`)
  const patienceMs = (options.patience_s ?? 30) * 1_000
  const window = options.window ?? (rate ? 1_000 : 16)
  const began = Date.now()
  const stepMs = rate ? 1_000 / rate / readingsPerMessage : 1
  const tsOf = options.tsOf ?? ((_device, n) => began + Math.floor(n * stepMs))

  const latency = createHistogram()
  const errors: Record<string, number> = {}
  const acknowledgedTs: number[][] = options.keepAcknowledged ? keys.map(() => []) : []
  let published = 0
  let acknowledged = 0
  let lastAnswer = 0
  let sending = false
  let start = 0
  let onChange: (() => void) | undefined

  const dueAt = (index: number, k: number) => start + ((k + index / keys.length) * 1_000) / rate!
  /** Fills a device's window, or sends what is due. */
  const feed = (device: LoadDevice, index: number) => {
    if (!sending) return
    const now = performance.now()
    const due = rate
      ? Math.floor(((now - start) / 1_000) * rate - index / keys.length) + 1 - device.sent
      : device.room()
    const count = Math.min(due, device.room(), messages - device.sent)
    if (count <= 0) return
    device.send(count, rate ? (k) => dueAt(index, k) : () => now)
    published += count
  }

  const devices = keys.map(({ username, password }, index): LoadDevice => {
    let scheduled = false
    return openLoadDevice({
      host,
      port: Number(port || 1_883),
      username,
      password,
      readingsPerMessage,
      window,
      tsOf: (n) => tsOf(index, n),
      onReady() {
        onChange?.()
        if (!rate) feed(devices[index]!, index)
      },
      onAcknowledged(k, waited) {
        acknowledged++
        lastAnswer = performance.now()
        latency.record(Math.max(1, Math.round(waited * 1_000)))
        if (options.keepAcknowledged)
          for (let n = k * readingsPerMessage; n < (k + 1) * readingsPerMessage; n++)
            acknowledgedTs[index]!.push(tsOf(index, n))
        if (!sending) onChange?.()
        if (rate || scheduled) return
        // Read all answers of a packet before refilling the window in one write.
        scheduled = true
        queueMicrotask(() => {
          scheduled = false
          feed(devices[index]!, index)
        })
      },
      onError(reason) {
        errors[reason] = (errors[reason] ?? 0) + 1
      },
    })
  })
  const pings = setInterval(() => {
    for (const device of devices) device.ping()
  }, pingMs)
  const until = (check: () => boolean, ms: number) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), ms)
    onChange = () => check() && resolve(true)
    onChange()
    return promise.finally(() => clearTimeout(timer))
  }

  try {
    if (!(await until(() => devices.every(({ ready }) => ready), patienceMs))) {
      const missing = devices.filter(({ ready }) => !ready).length
      throw new Error(`${missing} of ${keys.length} devices could not connect: ${Object.keys(errors).join(', ')}`)
    }
    onChange = undefined
    const cpu = process.cpuUsage()
    start = performance.now()
    sending = true
    const endAt = start + (options.duration_s ?? Number.POSITIVE_INFINITY) * 1_000
    const target = messages * keys.length
    const feedAll = () => devices.forEach(feed)
    feedAll()
    while (performance.now() < endAt && published < target) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(tickMs, Math.max(1, endAt - performance.now()))))
      if (rate) feedAll()
    }
    sending = false
    await until(() => acknowledged === published, patienceMs)
    const used = process.cpuUsage(cpu)
    const seconds = Math.max(0.001, (lastAnswer - start) / 1_000)
    const ms = (microseconds: number) => microseconds / 1_000
    return {
      published,
      acknowledged,
      readings: acknowledged * readingsPerMessage,
      seconds,
      messagesPerSecond: acknowledged / seconds,
      latency: {
        p50: ms(latency.percentile(50)),
        p90: ms(latency.percentile(90)),
        p99: ms(latency.percentile(99)),
        max: ms(latency.max),
      },
      errors,
      cpuSeconds: (used.user + used.system) / 1_000_000,
      acknowledgedTs,
    }
  } finally {
    clearInterval(pings)
    for (const device of devices) device.close()
  }
}
