import { defineConfig, type LaunchOptions } from '@playwright/test'

/** Needs what a browser without windows has not: notifications outside the page. */
const needsWhole = 'push.journey.ts'

/** Each has a portal of its own. They come first: a worker that goes from the usual portal to one must start it anew. */
const ofTheirOwn = ['directory.journey.ts', 'pseudo.journey.ts', 'signal.journey.ts']

const launchWith = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Code that was compiled for one page serves the next: to drop it and compile it anew was a sixth of the work.
    '--js-flags=--no-flush-bytecode',
    // Otherwise each page asks for a click to allow sound.
    '--autoplay-policy=no-user-gesture-required',
  ],
})

const { CHROMIUM, CHROMIUM_SHELL = CHROMIUM } = process.env

const shell = { launchOptions: launchWith(CHROMIUM_SHELL) }

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  globalSetup: './tests/journeys/postgres.setup.ts',
  // Each has a portal and a browser of its own; while one waits for an answer the others have both cores.
  workers: 3,
  // A machine three times as slow as usual is waited for: nothing here proves how long anything takes.
  timeout: 180_000,
  // A machine that stood still is no fault of the product; that a second try was needed is said.
  retries: 1,
  // A portal that does not start would fail each of them, slowly.
  maxFailures: 10,
  expect: { timeout: 30_000 },
  outputDir: 'test-results/journeys',
  projects: [
    { name: 'own', testMatch: ofTheirOwn, use: shell },
    { name: 'shell', testIgnore: [...ofTheirOwn, needsWhole], use: shell },
    { name: 'whole', testMatch: needsWhole, use: { launchOptions: launchWith(CHROMIUM) } },
  ],
  use: {
    // A page of a new context compiles all scripts anew, which is a fifth of what journeys cost.
    reuseContext: true,
    // Without a graphics card each frame of a movement costs what a page costs. Where it matters, a story asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
