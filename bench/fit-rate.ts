import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../sensors/read-options.ts'
import { examplesOf, fitRates } from './estimate/fit.ts'
import { readPeople, recordings } from './estimate/people.ts'

/**
 * Makes the coefficients of `rate-model.ts` again. `bench/estimate.ts --left-out` shows how such a fit does on people it
 * has not seen.
 */
const { folder } = readOptions({ options: { folder: recordings } }).values
if (!existsSync(join(folder, 'depthcam_belt')) || !existsSync(join(folder, 'nights')))
  console.log(`skipped: no recordings in ${folder}`)
else
  for (const [name, value] of Object.entries(fitRates(examplesOf(await readPeople(folder)))))
    console.log(`  ${name}: ${value.toFixed(3)},`)
