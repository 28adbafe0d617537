import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Counts and times the tests that the tools report. */

interface Timed {
  readonly seconds: number
  readonly name: string
}

const counts = { passed: 0, failed: 0, skipped: 0 }
const timed: Timed[] = []

type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { results: { duration: number }[] }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** Counts a step that isn't made of tests. */
export function count(isGood: boolean): boolean {
  counts[isGood ? 'passed' : 'failed']++
  return isGood
}

/**
 * @param path vitest's json report; a missing file counts as a failure
 * @param wanted titles to count; others are ignored
 */
export function countVitest(path: string, wanted = /^/): void {
  for (const { name, status, assertionResults } of read<VitestReport>(path)?.testResults ?? []) {
    // A file that couldn't be loaded has no tests but failed.
    if (status === 'failed' && assertionResults.length === 0) counts.failed++
    for (const { fullName, status, duration } of assertionResults) {
      if (!wanted.test(fullName)) continue
      counts[status === 'passed' || status === 'failed' ? status : 'skipped']++
      timed.push({ seconds: (duration ?? 0) / 1_000, name: `${relative('.', name)}: ${fullName}` })
    }
  }
}

/** @param path Playwright's json report */
export function countPlaywright(path: string): void {
  const found = read<PlaywrightReport>(path)
  if (!found) return
  const { stats, suites } = found
  counts.passed += stats.expected + stats.flaky
  counts.failed += stats.unexpected
  counts.skipped += stats.skipped
  if (stats.flaky > 0) console.log(`${stats.flaky} of the journeys passed at their second try`)
  for (const suite of suites) timePlaywright(suite)
}

function timePlaywright({ file, suites = [], specs }: PlaywrightSuite): void {
  for (const { title, tests } of specs) {
    const took = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    timed.push({ seconds: took.reduce((sum, ms) => sum + ms, 0) / 1_000, name: `${file}: ${title}` })
  }
  for (const suite of suites) timePlaywright(suite)
}

function read<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    counts.failed++
    return null
  }
}

/** Prints the ten slowest tests and the closing line. @returns whether nothing failed */
export function close(): boolean {
  const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  if (slowest.length > 0) console.log('\nThe slowest tests:')
  for (const { seconds, name } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return counts.failed === 0
}
