import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { answer } from './child.ts'
import { now } from './numbers.ts'
import { type Saturated, saturate, socketsOf } from './pace.ts'

/** A bare `ws` server that sends ready-made frames to everyone connected. */

export type BareLiveAsk =
  | { readonly do: 'address' }
  /** each frame at its offset in ms from the first */
  | { readonly do: 'replay'; readonly frames: readonly { readonly text: string; readonly offset: number }[] }
  /** the frames in turn, as fast as they are read */
  | { readonly do: 'saturate'; readonly frames: readonly string[]; readonly seconds: number }

export interface BareLiveAnswer extends Saturated {
  readonly address: string
  /** when each frame was due, ms since the epoch */
  readonly dueAt: readonly number[]
}

const server = createServer()
const sockets = socketsOf(server)
const live = new WebSocketServer({ server, perMessageDeflate: false })
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

const text = { binary: false }
const toAll = (frame: Buffer) => {
  for (const client of live.clients) client.send(frame, text)
}

async function replay(frames: readonly { text: string; offset: number }[]): Promise<number[]> {
  const made = frames.map((frame) => ({ frame: Buffer.from(frame.text), offset: frame.offset }))
  const start = now() + 100
  for (const { frame, offset } of made) {
    await sleep(start + offset - now())
    toAll(frame)
  }
  return made.map(({ offset }) => start + offset)
}

answer<BareLiveAsk, BareLiveAnswer>(async (ask) => {
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`
  const before = process.cpuUsage()
  let dueAt: number[] = []
  if (ask.do === 'saturate') {
    const frames = ask.frames.map((frame) => Buffer.from(frame))
    return { address, dueAt, ...(await saturate(sockets, ask.seconds, (tick) => toAll(frames[tick % frames.length]!))) }
  }
  if (ask.do === 'replay') dueAt = await replay(ask.frames)
  const { user, system } = process.cpuUsage(before)
  return { address, dueAt, ticks: dueAt.length, cpuSeconds: (user + system) / 1_000_000 }
})
