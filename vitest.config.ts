import { defineConfig } from 'vitest/config'

const unit = '**/*.unit.test.ts'
const never = ['**/node_modules/**', '**/dist/**', '**/data/**']

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
          exclude: [...never, unit, 'tests/journeys/**'],
          globalSetup: ['tests/kit/database.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
