import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { compileTexts } from '../texts/compile.ts'
import { buildWeb } from './build-web.ts'
import { findChromium } from './find-chromium.ts'
import { run } from './run.ts'

/**
 * `npm test`: what fails fast first, every step counted, one closing line. A step that fails ends the run, for what
 * comes after it would only repeat its fault at length. What runs against real clocks and sockets has a second try, for a
 * machine that stood still is no fault of the product; that it was needed is said.
 */
const counts = { passed: 0, failed: 0, skipped: 0 }
const results = 'test-results'
rmSync(results, { recursive: true, force: true })

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

const report = (name: string): string => `${results}/${name}.json`

async function tool(name: string, args: string[]): Promise<boolean> {
  const ok = await run(name, args)
  if (ok) counts.passed++
  else counts.failed++
  return ok
}

async function vitest(project: string, ...more: string[]): Promise<boolean> {
  const file = report(project)
  const ok = await run('vitest', [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...more,
  ])
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(file, 'utf8'),
    ) as VitestReport
    counts.passed += numPassedTests
    counts.skipped += numPendingTests
    // A file that could not be loaded holds no test and has failed all the same.
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    counts.failed += numFailedTests + unloaded.length
  } catch {
    counts.failed++
  }
  return ok
}

async function journeys(): Promise<boolean> {
  const chromium = findChromium()
  const file = report('journeys')
  const ok = await run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  try {
    const { stats } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
    counts.passed += stats.expected + stats.flaky
    counts.failed += stats.unexpected
    counts.skipped += stats.skipped
    if (stats.flaky > 0) console.log(`${stats.flaky} of the journeys passed at their second try`)
  } catch {
    counts.failed++
  }
  return ok
}

const steps: (() => Promise<boolean>)[] = [
  () => tool('biome', ['check', '.']),
  () => tool('tsc', ['-p', '.']),
  () => tool('tsc', ['-p', 'web']),
  () => tool('tsc', ['-p', 'tests/journeys']),
  () => vitest('unit'),
  () => tool(process.execPath, ['tools/db-types.ts', '--verify']),
  async () => {
    await buildWeb()
    return true
  },
  () => vitest('integration', '--retry=1'),
  () => journeys(),
  () => vitest('faults', '--retry=1'),
]
await compileTexts()
for (const step of steps) if (!(await step())) break
spawnSync(process.execPath, ['tools/requirements.ts'], { stdio: 'inherit' })
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)
