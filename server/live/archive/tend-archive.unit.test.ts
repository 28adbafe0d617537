import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { createLog, type Log } from '../../platform/log.ts'
import { createArchiverLog } from './tend-archive.ts'

it('logs once that the store refuses files, whatever they are called by then, and once that it works again [AR-1]', () => {
  const [info, warn] = [vi.fn(), vi.fn()]
  const log = createArchiverLog(Object.assign(createLog('silent'), { info, warn }) as Log)
  const refusal = () => `S3 refuses file archive/${randomUUID()}: AccessDenied`
  log({ works: true })
  const first = refusal()
  for (const failure of [first, refusal(), 'connect ECONNREFUSED', refusal()]) {
    log({ failure })
    log({ works: false })
  }
  expect(warn.mock.calls.map(([{ reason }]) => reason)).toEqual([first, 'connect ECONNREFUSED'])
  log({ works: true })
  // A day that a backup holds is no failure.
  log({ warning: 'a day waits' })
  log({ works: true })
  expect(info.mock.calls).toEqual([[{ seconds: expect.any(Number) }, 'archive: works again']])
  expect(warn).toHaveBeenLastCalledWith({ reason: 'a day waits' }, 'archive: waits, trying again')
})
