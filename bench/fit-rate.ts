import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { examplesOf, fitRates } from './estimate/fit.ts'
import { readPeople } from './estimate/people.ts'

/**
 * Makes the coefficients of `rate-model.ts` again. `npx node bench/fit-rate.ts [folder]`, the folder of recordings by
 * default ../shared/data/respiration. `bench/estimate.ts --left-out` shows how such a fit does on people it has not seen.
 */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/respiration')
if (!existsSync(join(folder, 'depthcam_belt')) || !existsSync(join(folder, 'nights')))
  console.log(`skipped: no recordings in ${folder}`)
else
  for (const [name, value] of Object.entries(fitRates(examplesOf(await readPeople(folder)))))
    console.log(`  ${name}: ${value.toFixed(3)},`)
