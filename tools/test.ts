import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { compileTexts } from '../texts/compile.ts'
import { buildWeb } from './build-web.ts'
import { findChromium } from './find-chromium.ts'
import { run, runBeside } from './run.ts'
import { close, count, countPlaywright, countVitest } from './test-results.ts'

/**
 * `npm test`: fastest checks first, every step counted, one closing line. A failed step ends the run, because later
 * steps would only repeat its error. Tests with real clocks and sockets get a second try, because a stalled machine
 * isn't the product's fault; the output says when one was needed.
 *
 * `npm test -- residents` runs only the tests with the word, singular or plural, in their path or title.
 */
const words = process.argv.slice(2)
const results = 'test-results'
rmSync(results, { recursive: true, force: true })

// A thousand small files are copied for each database, which takes a disk ten times as long as memory.
const [memory, neededBytes] = ['/dev/shm', 8e9]
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > neededBytes) {
    const folder = mkdtempSync(join(memory, 'eupnea-'))
    // As /tmp is: root's PostgreSQL runs as somebody else.
    chmodSync(folder, 0o1777)
    process.env.TMPDIR = folder
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  }
}

let runs = 0
async function vitest(projects: readonly string[], files: readonly string[] = [], titles?: RegExp): Promise<boolean> {
  const report = `${results}/vitest-${++runs}.json`
  const isGood = await run('vitest', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...(files.length > 0 ? ['--passWithNoTests'] : []),
    ...(projects.includes('unit') ? [] : ['--retry=1']),
    ...(titles ? ['-t', `(?i:${titles.source})`] : []),
    ...files,
  ])
  countVitest(report, titles)
  return isGood
}

async function journeys(...more: string[]): Promise<boolean> {
  const file = `${results}/journeys.json`
  const { whole, shell } = findChromium()
  const isGood = await run('playwright', ['test', '--reporter=list,json', ...more], {
    CHROMIUM: whole,
    CHROMIUM_SHELL: shell,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  countPlaywright(file)
  return isGood
}

const tool = async (command: string, ...args: string[]) => count(await runBeside(command, args))

async function types(): Promise<boolean> {
  for (const folder of ['.', 'web', 'tests/journeys']) if (!(await tool('tsc', '-p', folder))) return false
  return true
}

const everything: (() => Promise<boolean>)[] = [
  async () => (await Promise.all([tool('biome', 'check', '.'), tool('knip'), types()])).every(Boolean),
  () => vitest(['unit', 'unit-vite']),
  () => vitest(['first-start']),
  () => tool(process.execPath, 'tools/db-types.ts', '--verify'),
  () => vitest(['integration']),
  () => journeys(),
  () => vitest(['faults']),
]

/** Steps for the tests whose path or title matches. */
function matching(pattern: RegExp): (() => Promise<boolean>)[] {
  const files = globSync('**/*.test.ts', { exclude: ['**/node_modules/**', '**/dist/**', 'data/**'] })
  const byPath = files.filter((file) => pattern.test(file))
  // A file's imports don't count as what it tests.
  const says = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => pattern.test(line) && !/ from '/.test(line))
  const byTitle = files.filter((file) => !byPath.includes(file) && says(file))
  const chosen = (projects: readonly string[], belongs: (file: string) => boolean) => async () => {
    const [whole, some] = [byPath.filter(belongs), byTitle.filter(belongs)]
    const isGood = whole.length === 0 || (await vitest(projects, whole))
    return isGood && (some.length === 0 || (await vitest(projects, some, pattern)))
  }
  const isUnit = (file: string) => file.endsWith('.unit.test.ts')
  const isFault = (file: string) => /^tests.faults./.test(file)
  return [
    chosen(['unit', 'unit-vite'], isUnit),
    () => buildWeb().then(() => true),
    chosen(['integration'], (file) => !isUnit(file) && !isFault(file)),
    () => journeys('--grep', pattern.source, '--pass-with-no-tests'),
    chosen(['first-start', 'faults'], isFault),
  ]
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
/** Makes residents also match resident, and facilities facility. */
const eitherNumber = (word: string) =>
  escaped(word)
    .replace(/(?:ies|y)$/i, '(?:ies|y)')
    .replace(/(?<=\w{3}[^s])s$/i, 's?')

const steps = words.length === 0 ? everything : matching(new RegExp(words.map(eitherNumber).join('|'), 'i'))
await compileTexts()
for (const step of steps) if (!(await step())) break
if (words.length === 0) spawnSync(process.execPath, ['tools/requirements.ts'], { stdio: 'inherit' })
process.exit(close() ? 0 : 1)
