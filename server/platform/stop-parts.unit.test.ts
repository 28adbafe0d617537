import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { stopParts } from './stop-parts.ts'

it('stops all parts, the last first, also when some fail, and says that it was not clean [LI-2]', async () => {
  const stopped: string[] = []
  const part =
    (name: string, fails = false) =>
    async () => {
      stopped.push(name)
      if (fails) throw new Error(name)
    }
  const throws = () => {
    throw new Error('at once')
  }
  const log = createLog('silent')
  await expect(stopParts([part('database'), throws, part('bus', true), part('broker')], log)).rejects.toThrow(
    'not stopped cleanly',
  )
  expect(stopped).toEqual(['broker', 'bus', 'database'])
  await stopParts([part('database')], log)
})
