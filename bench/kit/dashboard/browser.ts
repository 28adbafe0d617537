import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

/** Headless Chromium, and its own counters for a page. */

const distribution = '/usr/bin/chromium'
const probe = join(import.meta.dirname, 'probe.js')

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

export interface OpenPage {
  readonly page: Page
  readonly cdp: CDPSession
  /** @throws Error when a script of the page has failed */
  close(): Promise<void>
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
}

/** A page in a separate context, with nothing in its caches. */
export async function openPage(
  browser: Browser,
  url: string,
  { viewport, throttle = 1, line }: PageOptions,
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.addInitScript({ path: probe })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  if (line) await slowDown(cdp, line)
  await page.goto(url, { waitUntil: 'commit', timeout: 120_000 })
  return {
    page,
    cdp,
    async close() {
      await context.close()
      if (faults.length > 0) throw new Error(`${url}: ${[...new Set(faults)].join('; ')}`)
    },
  }
}

async function slowDown(cdp: CDPSession, { kilobits, latency }: Line): Promise<void> {
  const throughput = (kilobits * 1_000) / 8
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Waits until all cards exist and the first ones are live. */
export async function waitForCards(page: Page, cards: number): Promise<void> {
  await page.waitForFunction(`probe.isReady(${cards})`, undefined, { timeout: 120_000, polling: 250 })
}

export const readCards = (page: Page, count: number): Promise<string[]> => page.evaluate(`probe.cardsOf(${count})`)

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
export async function measureSpent(cdp: CDPSession, seconds: number): Promise<Spent> {
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const startedAt = performance.now()
  const before = await read()
  await sleep(seconds * 1_000)
  const after = await read()
  const span = (performance.now() - startedAt) / 1_000
  await cdp.send('Performance.disable')
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
export const measureFrames = (page: Page, seconds: number): Promise<Frames> =>
  page.evaluate(`probe.countFrames(${seconds * 1_000})`)

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

export const measureStart = (page: Page): Promise<Start> => page.evaluate('probe.start()')

/**
 * Types into the search field, a key at a time, then clears it.
 * @returns ms from each key to the paint of exactly the cards that match
 */
export async function measureSearch(page: Page, text: string): Promise<number[]> {
  const times: number[] = []
  await page.locator('.chip-search input').focus()
  for (const [index, key] of [...text, 'Escape'].entries()) {
    const wanted = key === 'Escape' ? '' : text.slice(0, index + 1)
    await page.evaluate(`probe.awaitSearch(${JSON.stringify(wanted)})`)
    await page.keyboard.press(key)
    times.push(await page.evaluate<number>('probe.searched'))
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

export async function measureMemory(cdp: CDPSession): Promise<Memory> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  return { heap: usedSize / 1_000_000, nodes, listeners: jsEventListeners }
}
