import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { createLog } from '../../platform/log.ts'
import { newBed } from '../bed/bed.ts'
import { createEsphomeNodes, type EsphomeNodes } from './esphome-nodes.ts'
import { unusedIngest } from './ingest.fixture.ts'
import type { AliveDevice, Ingest } from './ingest-shapes.ts'

/** States that arrive within one second with nothing after them. */

const prefix = 'bed-101'
const bed = newBed(placeWith({ id: 'd1', residentId: null, topicPrefix: prefix }), { median: 16, mad: 3 })

const stored: { ms: number; rr: number | null; dist: number | null }[] = []
let alive: () => readonly AliveDevice[] = () => []
const ingest: Ingest = {
  ...unusedIngest,
  reading: async (_bed, { ts, rr, dist = null }) => void stored.push({ ms: ts, rr, dist }),
  online: async () => {},
  keepOnline(asked) {
    alive = asked
    return () => {
      alive = () => []
    }
  },
}

let nodes: EsphomeNodes
const say = (rest: string, payload: string) =>
  nodes.receive(bed, prefix, {
    topic: `${prefix}/${rest}`,
    payload: Buffer.from(payload),
    retained: false,
    connection: 1,
  })
const frame = async (rate: string) => {
  await say('binary_sensor/person_information/state', 'ON')
  await say('sensor/distance_to_detection_object/state', '74.62')
  await say('sensor/real-time_respiratory_rate/state', rate)
}

beforeEach(() => {
  vi.useFakeTimers()
  stored.length = 0
  nodes = createEsphomeNodes({ ingest, log: createLog('silent') })
})
afterEach(() => {
  nodes.close()
  vi.useRealTimers()
})

test('one frame is enough: its rate is stored when the second is over [LI-1]', async () => {
  const start = Date.now()
  await frame('17')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stored).toEqual([{ ms: start + 1_000, rr: 17, dist: 0.7462 }])
})

test('of a frame every few seconds the newest is told, once, and nothing of one that repeats it [LI-1]', async () => {
  for (const rate of ['17', '18', '18']) {
    await frame(rate)
    await vi.advanceTimersByTimeAsync(3_000)
  }
  expect(stored.map(({ rr }) => rr)).toEqual([17, 17, 18, 18])
})

test('who connects anew or goes away owes nothing of before [LI-1]', async () => {
  await frame('17')
  nodes.forget('d1')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stored).toHaveLength(0)
  await frame('17')
  expect(alive()).toMatchObject([{ no: 1 }])
  nodes.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stored).toHaveLength(0)
  expect(vi.getTimerCount()).toBe(0)
})
