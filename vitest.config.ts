import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileTexts } from './texts/compile.ts'

/** quick: tests of thousands of cases run with the integration tests */
const unit = '**/*.unit.test.ts'
/** imports .tsx, or loads modules anew */
const forVite = 'web/**/*.vite.unit.test.ts'
/** builds the web app as the first start does; whatever shows pages comes after it */
const firstStart = 'tests/faults/first-start.test.ts'
const exclude = ['**/node_modules/**', '**/dist/**', '**/data/**']

// Node reads TypeScript itself: to have Vite read it took a fifth of the time. Only what is written for Vite needs it.
const asNode = { experimental: { viteModuleRunner: false, nodeLoader: false } }
// No world of its own for each file: to load the same modules 200 times took most of the time.
const shared = { isolate: false, setupFiles: ['tests/kit/leave-the-clock.ts', 'tests/kit/keep-seeds.ts'] }
// A machine a few times as slow as usual is waited for; what must be fast is measured in bench/.
const quick = { ...shared, testTimeout: 120_000 }
const patient = { ...shared, ...asNode, testTimeout: 240_000, hookTimeout: 240_000 }
const real = { ...patient, globalSetup: ['tests/kit/database.ts'] }

await compileTexts()

/** They take longest, in this order: begun last, each would keep the others' worker waiting. */
const long = [
  'access',
  'past',
  'kill-portal',
  'full-disk',
  'lost-disk',
  'stop-portal',
  'two-nodes',
  'live-device',
  'live-access',
  'fuzz',
  'watch',
  'slow-dashboard',
  'database-outage',
  'archive-portal',
  'kill-import',
  'frozen-node',
  'backup-tools',
  'kill-archive',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = long.indexOf(basename(moduleId, '.test.ts'))
      return at < 0 ? long.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // None takes seconds, unless the machine has something else to do.
      { test: { ...quick, ...asNode, name: 'unit', include: [unit], exclude: [...exclude, forVite] } },
      {
        test: {
          ...quick,
          name: 'unit-vite',
          include: [forVite],
          exclude,
          // Node reads these itself; to have Vite read all texts took a second.
          server: { deps: { external: [/\/(contract|texts)\//] } },
        },
      },
      { test: { ...patient, name: 'first-start', include: [firstStart], exclude } },
      {
        test: {
          ...real,
          name: 'integration',
          include: ['{contract,server,sensors,tests}/**/*.test.ts'],
          exclude: [...exclude, unit, 'tests/{faults,journeys}/**'],
          // Each waits for PostgreSQL for half of its time.
          maxWorkers: 3,
        },
      },
      // They wait for most of their time: for clocks, connections and processes.
      {
        test: {
          ...real,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: [...exclude, firstStart],
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
