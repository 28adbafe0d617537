import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../sensors/read-options.ts'
import { startChild } from './kit/child.ts'
import {
  type Frames,
  launch,
  type Memory,
  measureFrames,
  measureMemory,
  measureSpent,
  openPage,
  type Spent,
  waitForCards,
} from './kit/dashboard/browser.ts'
import { buildApp } from './kit/dashboard/build-app.ts'
import { addressesOf, compareCards, type Side, sides } from './kit/dashboard/compare-cards.ts'
import type { ServeAnswer, ServeAsk } from './kit/dashboard/serve.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, median, ms } from './kit/numbers.ts'

/**
 * The dashboard in Chromium at a fraction of this machine's speed: the built app, signed in, with a message a second
 * per card in the portal's own frames, compared with a hand-written page that shows the same with plain DOM writes once
 * a frame. Measures main-thread time, frames and long tasks of both in turn, then the app's memory. The last line is
 * the ratio of the main-thread times.
 */
const { values } = readOptions({
  options: {
    cards: { type: 'string', default: '500' },
    /** times slower than this machine */
    throttle: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    /** main-thread measurement per page and round; a minute includes whatever runs once a minute */
    seconds: { type: 'string', default: '60' },
    /** frame measurement per page and round */
    frames: { type: 'string', default: '15' },
    /** memory measurement */
    minutes: { type: 'string', default: '1' },
  },
})
const cards = Number(values.cards)
const throttle = Number(values.throttle)
const minutes = Number(values.minutes)
const viewport = { width: 1920, height: 1080 }
const goals = { ratio: 1.5, onTime: 0.95, minutes: 10, growthMb: 0.25 }
/** Time until frequently run code is compiled, in seconds. */
const warmUpSeconds = 10

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const onTimeShare = ({ onTime, dropped }: Frames) => onTime / (onTime + dropped)

line(
  `dashboard: ${cards} cards, a message a second each, CPU ${throttle}× slower, ${viewport.width} × ${viewport.height}; load ${loadAverage()}`,
)
const built = await buildApp()
const server = await startChild<ServeAsk, ServeAnswer>('dashboard/serve')
const browser = await launch()
const { url } = await server.ask({ do: 'start', app: built.folder, cards })
const addresses = addressesOf(url)

interface Measured {
  readonly frames: Frames
  readonly spent: Spent
  readonly messagesPerSecond: number
}

async function measureSide(side: Side): Promise<Measured> {
  const open = await openPage(browser, addresses[side], { viewport, throttle })
  await waitForCards(open, cards)
  await sleep(warmUpSeconds * 1_000)
  const frames = await measureFrames(open, Number(values.frames))
  const startedAt = performance.now()
  const before = await server.ask({ do: 'count' })
  const spent = await measureSpent(open, Number(values.seconds))
  const after = await server.ask({ do: 'count' })
  await open.close()
  const messagesPerSecond = ((after.messages - before.messages) * 1_000) / (performance.now() - startedAt)
  return { frames, spent, messagesPerSecond }
}

/** Frames lost by the machine itself: an empty page with the same throttling. */
async function measureEmpty(): Promise<Frames> {
  const open = await openPage(browser, 'about:blank', { viewport, throttle })
  await sleep(1_000)
  const frames = await measureFrames(open, Number(values.frames) / 3)
  await open.close()
  return frames
}

const describe = ({ frames, spent, messagesPerSecond }: Measured) =>
  `${ms(spent.all).padStart(7)}/s   script ${ms(spent.script)}, layout ${ms(spent.layout)}, style ${ms(spent.style)}; ${percent(onTimeShare(frames))} of frames on time, ${frames.longTasks.length} tasks above 50 ms, the longest ${ms(Math.max(0, ...frames.longTasks))}; ${count(messagesPerSecond)} messages/s`

async function measureGrowth(): Promise<readonly Memory[]> {
  const open = await openPage(browser, addresses.app, { viewport })
  await waitForCards(open, cards)
  await sleep(2 * warmUpSeconds * 1_000)
  const samples = [await measureMemory(open)]
  const steps = Math.max(4, Math.round(minutes * 2))
  for (let step = 0; step < steps; step++) {
    await sleep((minutes * 60_000) / steps)
    samples.push(await measureMemory(open))
  }
  await open.close()
  return samples
}

try {
  line(`both pages show the same in ${await compareCards(browser, server, url, cards, viewport)} cards`)
  const measured: Record<Side, Measured[]> = { app: [], plain: [] }
  const empty: Frames[] = []
  for (let round = 1; round <= Number(values.rounds); round++) {
    const others = watchOthers()
    // The order alternates, so that neither side always benefits from running second.
    for (const side of round % 2 ? sides : sides.toReversed()) measured[side].push(await measureSide(side))
    empty.push(await measureEmpty())
    line(
      `round ${round}   (others took ${cores(others())}; an empty page has ${percent(onTimeShare(empty.at(-1)!))} of its frames on time)`,
    )
    line(`  the app's main thread ${describe(measured.app.at(-1)!)}`)
    line(`  the plain page's      ${describe(measured.plain.at(-1)!)}`)
  }
  const samples = await measureGrowth()
  line(
    `memory of the app after a collection, over ${minutes} min: ${samples.map(({ heap }) => heap.toFixed(2)).join(' ')} MB`,
  )
  const [first, last] = [samples[0]!, samples.at(-1)!]
  line(
    `  nodes ${count(first.nodes)} → ${count(last.nodes)}, listeners ${count(first.listeners)} → ${count(last.listeners)}`,
  )
  const { unknown } = await server.ask({ do: 'count' })
  if (unknown.length > 0)
    throw new Error(`The app makes calls that are not answered here: ${[...new Set(unknown)].join(', ')}`)

  const quarter = Math.max(1, samples.length >> 2)
  const heaps = samples.map(({ heap }) => heap)
  const growth = median(heaps.slice(-quarter)) - median(heaps.slice(0, quarter))
  const of = (side: Side) => median(measured[side].map(({ spent }) => spent.all))
  const onTime = (all: readonly Frames[]) => median(all.map(onTimeShare))
  const framesOf = (side: Side) => measured[side].map(({ frames }) => frames)
  const ratio = of('app') / of('plain')
  const appOnTime = onTime(framesOf('app'))
  line()
  line(
    goal(
      `${ratio.toFixed(2)} of the plain page's main-thread time: ${ms(of('app'))} against ${ms(of('plain'))} a second (goal at most ${goals.ratio})`,
      ratio <= goals.ratio,
    ),
  )
  line(
    goal(
      `${percent(appOnTime)} of frames on time (goal ${percent(goals.onTime)}); plain page ${percent(onTime(framesOf('plain')))}, empty page ${percent(onTime(empty))}`,
      appOnTime >= goals.onTime,
    ),
  )
  const grown = `memory ${growth < 0 ? '−' : '+'}${Math.abs(growth).toFixed(2)} MB over ${minutes} min, the last quarter against the first (goal: at most ${goals.growthMb} MB over ${goals.minutes})`
  line(minutes >= goals.minutes ? goal(grown, growth <= goals.growthMb) : `        ${grown}`)
  line(`load ${loadAverage()} on ${availableParallelism()} cores`)
  line(`ratio ${ratio.toFixed(2)} (main-thread time a second of the app / of a page of plain document writes, medians)`)
} finally {
  await browser.close()
  await server.stop()
  await built.remove()
}
