import type { Socket } from 'node:net'
import type { LiveMessage } from '@eupnea/contract/live.ts'
import { answer } from './child.ts'
import { receiveFrames } from './receive-frames.ts'

/**
 * Many dashboards in one process. All hear the same frames in the same order, so the first one keeps what they say and
 * the others only when each came.
 */

export type DashboardsAsk =
  /** @property keeps whether the first dashboard keeps what it hears, for `report` */
  /** greeted: the server sends each a snapshot, which is waited for, so that all hear the same from then on */
  | {
      readonly do: 'open'
      readonly url: string
      readonly count: number
      readonly keeps: boolean
      readonly greeted?: true
    }
  /** frames and bytes of all dashboards so far: cheap, to count a span */
  | { readonly do: 'count' }
  /** what was heard since `from` (ms since the epoch) and until `to`, if the first kept it */
  | { readonly do: 'report'; readonly from: number; readonly to: number }
  | { readonly do: 'close' }

export interface DashboardsAnswer {
  readonly frames: number
  readonly bytes: number
  /** when the newest frame came, ms since the epoch */
  readonly lastAt: number
  /** CPU seconds of this process since it began */
  readonly cpuSeconds: number
  readonly heard: readonly HeardFrame[]
}

/** One frame as all dashboards heard it. */
export interface HeardFrame {
  readonly text: string
  /** when each dashboard had it, ms since the epoch */
  readonly at: readonly number[]
}

interface Dashboard {
  socket: Socket | null
  readonly sizes: number[]
  readonly times: number[]
}

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
  if (greeted) await Promise.all(joined)
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

/** Snapshots at opening differ in age from one dashboard to the next; they are not counted. */
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
