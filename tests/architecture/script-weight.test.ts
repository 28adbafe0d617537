import { expect, it } from 'vitest'
import { buildWeb } from '../../tools/build-web.ts'
import { weighScripts } from '../../tools/script-weight.ts'

it('loads little script on the way in', async () => {
  await buildWeb()
  const weights = await weighScripts()
  expect(weights.map(({ name }) => name)).toEqual(['login page', 'login page to dashboard'])
  for (const { name, bytes, most } of weights) expect(bytes, name).toBeLessThanOrEqual(most)
})
