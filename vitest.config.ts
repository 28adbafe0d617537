import { defineConfig } from 'vitest/config'
import { compileTexts } from './texts/compile.ts'

const unit = '**/*.unit.test.ts'
const never = ['**/node_modules/**', '**/dist/**', '**/data/**']

const real = { globalSetup: ['tests/kit/database.ts'], testTimeout: 60_000, hookTimeout: 120_000 }

await compileTexts()

export default defineConfig({
  test: {
    // Two cores, and every integration test has a database and sockets of its own beside it.
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: [unit], exclude: never } },
      {
        test: {
          name: 'integration',
          include: ['{contract,server,sensors,tests}/**/*.test.ts'],
          exclude: [...never, unit, 'tests/{faults,journeys}/**'],
          ...real,
        },
      },
      // What kills processes, cuts connections and waits for clocks has the machine to itself.
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: never,
          ...real,
          fileParallelism: false,
        },
      },
    ],
  },
})
