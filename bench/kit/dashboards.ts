import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveMessage } from '@eupnea/contract/live.ts'
import { answer } from './child.ts'
import { receiveFrames } from './receive-frames.ts'

/**
 * Many dashboards in one process. All receive the same frames in the same order, so only the first stores their
 * content; the others store arrival times.
 */

export type DashboardsAsk =
  /**
   * keeps: whether the first dashboard stores what it receives, for `report`; greeted: waits for the snapshot the server
   * sends to each, so that all receive the same from then on
   */
  | {
      readonly do: 'open'
      readonly url: string
      readonly count: number
      readonly keeps: boolean
      readonly greeted?: true
    }
  /** frames and bytes of all dashboards so far; cheap, for counting over a period */
  | { readonly do: 'count' }
  /** what was received between `from` and `to` (ms since the epoch), if the first stored it */
  | { readonly do: 'report'; readonly from: number; readonly to: number }
  | { readonly do: 'close' }

export interface DashboardsAnswer {
  readonly frames: number
  readonly bytes: number
  /** arrival of the newest frame, ms since the epoch */
  readonly lastAt: number
  /** CPU seconds of this process since its start */
  readonly cpuSeconds: number
  readonly heard: readonly HeardFrame[]
}

/** One frame as all dashboards received it. */
export interface HeardFrame {
  readonly text: string
  /** arrival at each dashboard, ms since the epoch */
  readonly at: readonly number[]
}

interface Dashboard {
  socket: Socket | null
  readonly sizes: number[]
  readonly times: number[]
}

const quietMs = 100
let dashboards: Dashboard[] = []
let texts: string[] = []
let frames = 0
let bytes = 0
let lastAt = 0

async function open({ url, count, keeps, greeted }: Extract<DashboardsAsk, { do: 'open' }>): Promise<void> {
  const joined: Promise<void>[] = []
  for (let index = 0; index < count; index++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    joined.push(promise)
    const dashboard: Dashboard = { socket: null, sizes: [], times: [] }
    dashboards.push(dashboard)
    dashboard.socket = await receiveFrames(url, keeps && index === 0, {
      frame(size, at, payload) {
        frames++
        bytes += size
        lastAt = at
        dashboard.sizes.push(size)
        dashboard.times.push(at)
        resolve()
        if (payload) texts.push(payload.toString('utf8'))
      },
      closed(code) {
        throw new Error(`A dashboard was closed with ${code}`)
      },
    })
  }
  if (!greeted) return
  await Promise.all(joined)
  // What came while they joined, such as a beat, reached only some. Once all is quiet, all receive the same.
  for (let before = -1; before < frames; await sleep(quietMs)) before = frames
  for (const { sizes, times } of dashboards) sizes.length = times.length = 0
  texts = []
}

function report(from: number, to: number): HeardFrame[] {
  const first = dashboards[0]!
  const heard: HeardFrame[] = []
  for (const [index, at] of first.times.entries()) {
    if (at < from || at >= to) continue
    for (const other of dashboards)
      if (other.sizes[index] !== first.sizes[index]) throw new Error(`Dashboards differ in frame ${index}`)
    heard.push({ text: texts[index]!, at: dashboards.map(({ times }) => times[index]!) })
  }
  return heard
}

/** Opening snapshots differ in age between dashboards, so they aren't counted. */
const isSnapshot = (text: string): boolean => {
  const [message] = JSON.parse(text) as LiveMessage[]
  return message?.action === 'snapshot'
}

answer<DashboardsAsk, DashboardsAnswer>(async (ask) => {
  let heard: HeardFrame[] = []
  if (ask.do === 'open') await open(ask)
  if (ask.do === 'report') heard = report(ask.from, ask.to).filter(({ text }) => !isSnapshot(text))
  if (ask.do === 'close') {
    for (const { socket } of dashboards) socket?.destroy()
    dashboards = []
    texts = []
  }
  const { user, system } = process.cpuUsage()
  return { frames, bytes, lastAt, cpuSeconds: (user + system) / 1_000_000, heard }
})
