import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { type BarePage, openBarePage } from './bare-page.ts'

/** Headless Chromium, and its own counters for a page. */

const distribution = '/usr/bin/chromium'
const probe = await readFile(join(import.meta.dirname, 'probe.js'), 'utf8')

/** The browser named by CHROMIUM, or the system's, or Playwright's own. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (existsSync(distribution) ? distribution : undefined),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface Line {
  readonly kilobits: number
  /** ms there and back */
  readonly latency: number
}

interface PageOptions {
  readonly viewport: { readonly width: number; readonly height: number }
  /** factor by which the CPU is slowed, from the start of the page */
  readonly throttle?: number
  readonly line?: Line | undefined
  /** what its clock shows all the time, ms since the epoch */
  readonly stillAt?: number
}

/** A page with nothing in its caches. Closing it throws an Error when one of its scripts has failed. */
export async function openPage(
  browser: Browser,
  url: string,
  { viewport, throttle = 1, line, stillAt }: PageOptions,
): Promise<BarePage> {
  const page = await openBarePage(browser)
  const { send } = page
  await send('Page.enable')
  const clock = stillAt === undefined ? '' : `Date.now = () => ${stillAt};`
  await send('Page.addScriptToEvaluateOnNewDocument', { source: clock + probe })
  await send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  await send('Emulation.setCPUThrottlingRate', { rate: throttle })
  if (line) await slowDown(page, line)
  await send('Page.navigate', { url })
  return {
    ...page,
    async close() {
      const faults = await page.evaluate<string[]>('[...new Set(probe.faults)]')
      await page.close()
      if (faults.length > 0) throw new Error(`${url}: ${faults.join('; ')}`)
    },
  }
}

async function slowDown({ send }: BarePage, { kilobits, latency }: Line): Promise<void> {
  const throughput = (kilobits * 1_000) / 8
  await send('Network.enable')
  await send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Waits until all cards exist and the first ones are live. */
export async function waitForCards({ evaluate }: BarePage, cards: number): Promise<void> {
  const until = performance.now() + 120_000
  // Between two documents there is no probe.
  while (!(await evaluate<boolean>(`globalThis.probe?.isReady(${cards}) ?? false`))) {
    if (performance.now() > until) throw new Error('The cards do not appear')
    await sleep(250)
  }
}

export const readCards = ({ evaluate }: BarePage, count: number): Promise<string[]> =>
  evaluate(`probe.cardsOf(${count})`)

/** Main-thread time, ms per second. */
export interface Spent {
  readonly all: number
  readonly script: number
  readonly layout: number
  readonly style: number
}

/**
 * Main-thread time over a period by the thread's own CPU clock: it includes the throttling, but not what other
 * processes use.
 */
export async function measureSpent({ send }: BarePage, seconds: number): Promise<Spent> {
  const read = async () => {
    const { metrics } = await send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  await send('Performance.enable', { timeDomain: 'threadTicks' })
  const startedAt = performance.now()
  const before = await read()
  await sleep(seconds * 1_000)
  const after = await read()
  const span = (performance.now() - startedAt) / 1_000
  await send('Performance.disable')
  const of = (name: string) => ((after.get(name)! - before.get(name)!) * 1_000) / span
  return {
    all: of('TaskDuration'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration'),
    style: of('RecalcStyleDuration'),
  }
}

export interface Frames {
  readonly onTime: number
  readonly dropped: number
  /** tasks above 50 ms by the wall clock, each in ms */
  readonly longTasks: readonly number[]
}

/** Requests every frame at 60 Hz and counts late ones. */
export const measureFrames = ({ evaluate }: BarePage, seconds: number): Promise<Frames> =>
  evaluate(`probe.countFrames(${seconds * 1_000})`)

/** How a page began. */
export interface Start {
  /** first card with a number on screen, ms since the navigation */
  readonly firstCard: number
  /** first paint of anything, ms since the navigation */
  readonly firstPaint: number
  /** cumulative layout shift so far, as Chromium's own metric: the worst five seconds */
  readonly shift: number
  /** what moved, for whoever looks for the cause */
  readonly moved: readonly string[]
  /** longest task so far, ms */
  readonly longest: number
  /** requests before the first card, and what came over the line until then */
  readonly requests: number
  readonly kilobytes: number
}

export const measureStart = ({ evaluate }: BarePage): Promise<Start> => evaluate('probe.start()')

/**
 * Types into the search field, a key at a time, then clears it.
 * @returns ms from each key to the paint of exactly the cards that match
 */
export async function measureSearch({ evaluate, press }: BarePage, text: string): Promise<number[]> {
  const times: number[] = []
  await evaluate(`document.querySelector('.chip-search input').focus()`)
  for (const [index, key] of [...text, 'Escape'].entries()) {
    const wanted = key === 'Escape' ? '' : text.slice(0, index + 1)
    await evaluate(`probe.awaitSearch(${JSON.stringify(wanted)})`)
    await press(key)
    times.push(await evaluate<number>('probe.searched'))
    await sleep(500)
  }
  return times
}

export interface Memory {
  /** JavaScript heap after a collection, MB */
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
}

export async function measureMemory({ send }: BarePage): Promise<Memory> {
  await send('HeapProfiler.collectGarbage')
  const { usedSize } = await send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await send('Memory.getDOMCounters')
  return { heap: usedSize / 1_000_000, nodes, listeners: jsEventListeners }
}
