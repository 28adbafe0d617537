import { compileTexts } from '../texts/compile.ts'

/** Runs the outside suites and prints how many checks passed and failed; fails if one did. */
await compileTexts()
const [{ suites }, { outsideSuites }, { installOutside }, { closeTrial }] = await Promise.all([
  import('../tests/conformance/suites.ts'),
  import('../tests/conformance/outside-suites.ts'),
  import('../tests/conformance/outside.ts'),
  import('../tests/conformance/trial.ts'),
])
installOutside()
let passed = 0
let failed = 0
try {
  for (const { name, run } of [...suites, ...outsideSuites]) {
    const verdict = await run()
    if (!verdict) {
      console.log(`${name}: not on this machine`)
      continue
    }
    console.log(`${name}: ${verdict.passed} passed, ${verdict.failed.length} failed`)
    for (const line of verdict.failed) console.log(`  ${line}`)
    passed += verdict.passed
    failed += verdict.failed.length
  }
} finally {
  await closeTrial()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
