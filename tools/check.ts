import { compileTexts } from '../texts/compile.ts'
import { run, stopAtFailure } from './run.ts'

/** `npm run check`: types, lint and unit tests; what a change must pass before anything slower is worth starting. */
await compileTexts()
await stopAtFailure([
  () => run('biome', ['check', '.']),
  () => run('tsc', ['-p', '.']),
  () => run('tsc', ['-p', 'web']),
  () => run('tsc', ['-p', 'tests/journeys']),
  () => run('vitest', ['run', '--project', 'unit']),
])
