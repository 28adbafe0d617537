import { appendFileSync, mkdirSync } from 'node:fs'
import fc, { type RunDetails } from 'fast-check'
import { expect } from 'vitest'

const folder = 'test-results'

/** A random history that fails once in a thousand runs is worth its seed, whatever became of the output. */
function keepSeed(out: RunDetails<unknown>): void {
  if (!out.failed) return
  const message = fc.defaultReportMessage(out as never)
  mkdirSync(folder, { recursive: true })
  appendFileSync(
    `${folder}/fast-check.txt`,
    `${new Date().toISOString()} ${expect.getState().testPath} > ${expect.getState().currentTestName}\n${message}\n\n`,
  )
  throw new Error(message, { cause: out.errorInstance })
}

fc.configureGlobal({
  verbose: fc.VerbosityLevel.Verbose,
  reporter: keepSeed,
  // Otherwise lists and texts have ten items at most, whatever their length may be.
  defaultSizeToMaxWhenMaxSpecified: true,
})
