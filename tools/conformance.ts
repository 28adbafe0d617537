import { compileTexts } from '../texts/compile.ts'

/** Runs the outside suites and prints how many checks passed and failed; fails if one did. */
await compileTexts()
const { suites } = await import('../tests/conformance/suites.ts')
let total = 0
for (const { name, run } of suites) {
  const verdict = await run()
  if (!verdict) {
    console.log(`${name}: not on this machine`)
    continue
  }
  console.log(`${name}: ${verdict.passed} passed, ${verdict.failed.length} failed`)
  for (const line of verdict.failed) console.log(`  ${line}`)
  total += verdict.failed.length
}
process.exitCode = total > 0 ? 1 : 0
