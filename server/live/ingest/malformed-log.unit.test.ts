import { expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createMalformedLog, type MalformedCount } from './malformed-log.ts'

it('is counted once the count is written, however often that fails [WA-6]', async () => {
  const written: MalformedCount[] = []
  let failures = 2
  const log = createMalformedLog(async (counts) => {
    if (failures-- > 0) throw new Error('The database is away')
    written.push(...counts)
  }, createLog('silent'))
  const said = Buffer.from('{"ts":"x"}')
  const counted = [
    log.add('d1', ['ts_missing', 'ts_missing'], said),
    log.add('d1', ['ts_in_future'], said),
    log.add('d2', ['ts_missing'], said),
  ]
  expect(written).toEqual([])
  await Promise.all(counted)
  expect(written.map(({ device_id, reason, count }) => `${device_id} ${reason} ${count}`)).toEqual([
    'd1 ts_missing 2',
    'd1 ts_in_future 1',
    'd2 ts_missing 1',
  ])
  await log.close()
})
