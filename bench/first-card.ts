import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../sensors/read-options.ts'
import { startChild } from './kit/child.ts'
import {
  type Frames,
  type Line,
  launch,
  measureFrames,
  measureSearch,
  measureStart,
  openPage,
  type Start,
  waitForCards,
} from './kit/dashboard/browser.ts'
import { buildApp } from './kit/dashboard/build-app.ts'
import { addressesOf, compareCards, type Side, sides } from './kit/dashboard/compare-cards.ts'
import type { ServeAnswer, ServeAsk } from './kit/dashboard/serve.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, median, ms } from './kit/numbers.ts'

/**
 * Opens the dashboard in Chromium, signed in and with nothing in the browser's cache: on a slow machine with 300 and
 * with 500 cards, and over a slow line, the first time and once the browser has kept the files. Measures the time to the
 * first card with a number, layout shift, the longest task, frames and search, beside the same on a hand-written page.
 * The last line is the ratio of the times to the first card, on the slow machine with 300 cards.
 */
const { values } = readOptions({
  options: {
    rounds: { type: 'string', default: '3' },
    /** times slower than this machine */
    throttle: { type: 'string', default: '4' },
    /** of the slow line, kbit/s */
    line: { type: 'string', default: '400' },
    /** of the slow line, ms there and back */
    latency: { type: 'string', default: '100' },
    /** frame measurement per page and round, in seconds */
    frames: { type: 'string', default: '10' },
    /** only this case: its number in the list that is printed */
    only: { type: 'string' },
    /** says what moved */
    moved: { type: 'boolean', default: false },
  },
})

interface Case {
  readonly name: string
  readonly cards: number
  readonly throttle: number
  readonly line?: Line
  /** the browser has kept the files of an earlier visit */
  readonly isAgain?: true
}

const throttle = Number(values.throttle)
const slowLine: Line = { kilobits: Number(values.line), latency: Number(values.latency) }
const overLine = `over ${slowLine.kilobits} kbit/s and ${slowLine.latency} ms`
const all: readonly Case[] = [
  { name: `300 cards, CPU ${throttle}× slower`, cards: 300, throttle },
  { name: `500 cards, CPU ${throttle}× slower`, cards: 500, throttle },
  { name: `300 cards ${overLine}, first visit`, cards: 300, throttle: 1, line: slowLine },
  { name: `300 cards ${overLine}, later visit`, cards: 300, throttle: 1, line: slowLine, isAgain: true },
]
const cases = values.only === undefined ? all : [all[Number(values.only) - 1]!]
const viewport = { width: 1920, height: 1080 }
const goals = { firstCard: 3_000, shift: 0.05, task: 200, onTime: 0.95, search: 100 }
/** For what loads late. Until then values stand still: what changes the order of the cards moves them, too. */
const settleMs = 1_000

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

interface Measured extends Start {
  readonly frames: Frames
  /** slowest answer of the search, ms */
  readonly search: number
}

const built = await buildApp()
const server = await startChild<ServeAsk, ServeAnswer>('dashboard/serve')
const browser = await launch()

async function measure(side: Side, { cards, isAgain, ...how }: Case): Promise<Measured> {
  const { url } = await server.ask({ do: 'start', app: built.folder, cards })
  await server.ask({ do: 'still', at: Date.now() })
  const page = await openPage(browser, addressesOf(url)[side], { viewport, ...how })
  await waitForCards(page, cards)
  if (isAgain) {
    await page.send('Page.reload')
    await waitForCards(page, cards)
  }
  await sleep(settleMs)
  const start = await measureStart(page)
  await server.ask({ do: 'still', at: null })
  const frames = await measureFrames(page, Number(values.frames))
  const search = Math.max(...(await measureSearch(page, 'nov')))
  await page.close()
  return { ...start, longest: Math.max(start.longest, ...frames.longTasks), frames, search }
}

const figures = {
  firstCard: ({ firstCard }: Measured) => firstCard,
  firstPaint: ({ firstPaint }: Measured) => firstPaint,
  shift: ({ shift }: Measured) => shift,
  longest: ({ longest }: Measured) => longest,
  onTime: ({ frames: { onTime, dropped } }: Measured) => onTime / (onTime + dropped),
  search: ({ search }: Measured) => search,
  requests: ({ requests }: Measured) => requests,
  kilobytes: ({ kilobytes }: Measured) => kilobytes,
}
type Figures = Record<keyof typeof figures, number>

const mediansOf = (measured: readonly Measured[]): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, pick]) => [name, median(measured.map(pick))]),
  ) as unknown as Figures

const describe = (of: Figures) =>
  `first card ${ms(of.firstCard)} (first paint ${ms(of.firstPaint)}, ${count(of.requests)} requests, ${count(of.kilobytes)} kB), layout shift ${of.shift.toFixed(3)}, longest task ${ms(of.longest)}, ${percent(of.onTime)} of frames on time, search ${ms(of.search)}`

/** @returns ratio of the times to the first card */
async function runCase(which: Case): Promise<number> {
  line()
  line(which.name)
  const measured: Record<Side, Measured[]> = { app: [], plain: [] }
  for (let round = 1; round <= Number(values.rounds); round++) {
    const others = watchOthers()
    // The order alternates, so that neither side always benefits from running second.
    for (const side of round % 2 ? sides : sides.toReversed()) measured[side].push(await measure(side, which))
    line(`  round ${round} (others took ${cores(others())}, load ${loadAverage()})`)
    for (const side of sides) line(`    ${side.padEnd(5)} ${describe(mediansOf(measured[side].slice(-1)))}`)
    if (values.moved) for (const what of measured.app.at(-1)!.moved) line(`      ${what}`)
  }
  const [app, plain] = [mediansOf(measured.app), mediansOf(measured.plain)]
  const beside = (name: keyof Figures, show: (value: number) => string) =>
    `${show(app[name])}, plain ${show(plain[name])}`
  line(`  medians`)
  line(goal(`first card ${beside('firstCard', ms)} (goal ${ms(goals.firstCard)})`, app.firstCard <= goals.firstCard))
  line(
    goal(`layout shift ${beside('shift', (value) => value.toFixed(3))} (goal ${goals.shift})`, app.shift < goals.shift),
  )
  line(goal(`longest task ${beside('longest', ms)} (goal ${ms(goals.task)})`, app.longest <= goals.task))
  line(goal(`frames on time ${beside('onTime', percent)} (goal ${percent(goals.onTime)})`, app.onTime >= goals.onTime))
  line(goal(`search ${beside('search', ms)} (goal ${ms(goals.search)})`, app.search <= goals.search))
  return app.firstCard / plain.firstCard
}

line(`first card: ${viewport.width} × ${viewport.height}; load ${loadAverage()} on ${availableParallelism()} cores`)
try {
  const ratios: number[] = []
  const { cards } = cases[0]!
  const { url } = await server.ask({ do: 'start', app: built.folder, cards })
  line(`both pages show the same in ${await compareCards(browser, server, url, cards, viewport)} cards`)
  // The browser's first pages wait for its own start.
  for (const side of sides) await measure(side, cases[0]!)
  for (const which of cases) ratios.push(await runCase(which))
  const { unknown } = await server.ask({ do: 'count' })
  if (unknown.length > 0)
    throw new Error(`The app makes calls that are not answered here: ${[...new Set(unknown)].join(', ')}`)
  line()
  for (const [index, { name }] of cases.entries())
    line(`${name}: ${ratios[index]!.toFixed(2)} of the plain page's time`)
  line(`load ${loadAverage()}`)
  line(`ratio ${ratios[0]!.toFixed(2)} (time to the first card of the app / of a hand-written page, medians)`)
} finally {
  await browser.close()
  await server.stop()
  await built.remove()
}
