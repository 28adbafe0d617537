import { compileTexts } from '../texts/compile.ts'
import { runBeside } from './run.ts'

/** `npm run check`: types, lint and unit tests, the fast checks to pass before anything slower. */

/** Runs the steps one after the other until one fails. */
async function inTurn(...steps: [command: string, ...args: string[]][]): Promise<boolean> {
  for (const [command, ...args] of steps) if (!(await runBeside(command, args))) return false
  return true
}

await compileTexts()
const results = await Promise.all([
  inTurn(['biome', 'check', '.'], ['tsc', '-p', '.'], ['tsc', '-p', 'web'], ['tsc', '-p', 'tests/journeys']),
  inTurn(['vitest', 'run', '--project', 'unit*', '--reporter=dot']),
])
process.exit(results.every(Boolean) ? 0 : 1)
