import { defineConfig } from 'vitest/config'

const unit = '**/*.unit.test.ts'
const exclude = ['**/node_modules/**', '**/dist/**', '**/data/**']
/** The machine to themselves: they measure how long something takes under load. */
const alone = ['tests/faults/{fuzz,slow-dashboard}.test.ts']

// No world of its own for each file: to load the same modules 200 times took most of the time.
const shared = { isolate: false }
const real = { ...shared, globalSetup: ['tests/kit/database.ts'], testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    // Two cores, and every integration test has a database and sockets of its own beside it.
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'unit', include: [unit], exclude } },
      {
        test: {
          ...real,
          name: 'integration',
          include: ['{contract,server,sensors,tests}/**/*.test.ts'],
          exclude: [...exclude, unit, 'tests/{faults,journeys}/**'],
        },
      },
      {
        test: {
          ...real,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: [...exclude, ...alone],
        },
      },
      {
        test: {
          ...real,
          name: 'faults alone',
          include: alone,
          exclude,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
