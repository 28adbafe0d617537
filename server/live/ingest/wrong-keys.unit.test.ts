import { expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createWrongKeys, type WrongKeyCount } from './wrong-keys.ts'

function start() {
  const written: WrongKeyCount[] = []
  let now = 0
  const keys = createWrongKeys(
    async (counts) => void written.push(...counts),
    createLog('silent'),
    () => now,
  )
  const later = (ms: number) => {
    now += ms
  }
  return { keys, written, later }
}

it('answers a few at once, then later and later, by address and by device, until it has been quiet [DO-6]', async () => {
  const { keys, later } = start()
  const from = (address: string, device: string | null = null) => keys.note(device, address)
  expect(Array.from({ length: 8 }, () => from('192.0.2.1'))).toEqual([0, 0, 0, 0, 0, 100, 200, 400])
  expect(from('192.0.2.2')).toBe(0)
  // Many addresses at one device, and many addresses of one subscriber.
  const waits = Array.from({ length: 7 }, (_, n) => from(`198.51.100.${n}`, 'sensor'))
  expect(waits).toEqual([0, 0, 0, 0, 0, 100, 200])
  const same = Array.from({ length: 6 }, (_, n) => from(`2001:db8::${n}`))
  expect(same.at(-1)).toBe(100)
  for (let n = 0; n < 100; n++) expect(from('192.0.2.1')).toBeLessThanOrEqual(10_000)
  later(6 * 60_000)
  expect(from('192.0.2.1')).toBe(0)
  await keys.close()
})

it('counts by device, with where the last came from, and no names that are nobody’s [DO-6]', async () => {
  const { keys, written } = start()
  for (const address of ['192.0.2.1', '192.0.2.2']) keys.note('sensor', address)
  keys.note(null, '192.0.2.3')
  await keys.close()
  expect(written).toEqual([{ device_id: 'sensor', count: 2, address: '192.0.2.2' }])
})
