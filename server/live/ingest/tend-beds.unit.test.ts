import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { emptyArchive } from '../../../tests/kit/portal.ts'
import { createLog } from '../../platform/log.ts'
import { newBed } from '../bed/bed.ts'
import { LiveState } from '../state/live-state.ts'
import { tendBeds } from './tend-beds.ts'

/** A database that takes everything, except statements about one device. */
function database(refused: string) {
  const query = async (statement: string | { values: readonly unknown[] }, given: readonly unknown[] = []) => {
    const values = typeof statement === 'string' ? given : statement.values
    if (values.flat().includes(refused)) throw Object.assign(new Error('value out of range'), { code: '22003' })
    return { rows: [], rowCount: 0 }
  }
  return { query, connect: async () => ({ query, release() {} }) } as unknown as pg.Pool
}

/** A tender that judges silence, for a facility without outages; `watched` is called once all beds are judged. */
function tend(state: LiveState, refused = '') {
  const open = async () => ({ sensors: new Set<string>(), readings: new Set<string>() })
  const watched = vi.fn(async () => {})
  const outages = { open, begin: async () => {}, end: async () => {}, watched }
  const [pool, archive, log] = [database(refused), emptyArchive(), createLog('silent')]
  const tender = tendBeds({ pool, archive, state, log, quietMs: 60_000, outages })
  tender.judgeSilence(true)
  return { ...tender, watched }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('judges all other beds when one of them can neither be judged nor stored, and says that it judges [WA-1]', async () => {
  const state = new LiveState()
  for (const id of ['broken', 'refused', 'sound']) {
    const no = ['broken', 'refused', 'sound'].indexOf(id) + 1
    const bed = {
      ...newBed(placeWith({ no, id, residentId: id }), defaultBaseline),
      currentAt: Date.now(),
      online: true,
    }
    // Nothing of this shape should ever be there.
    state.put(id === 'broken' ? { ...bed, minutes: null as never } : bed)
  }
  const tender = tend(state, 'refused')
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  expect(state.byId('sound')?.signal?.state).toBe('silent')
  expect(state.byId('refused')?.signal).toBeNull()
  expect(tender.watched).toHaveBeenCalled()
  await tender.close()
})

it('gives devices their time again after it stood still, while others may have heard them [WA-1] [LI-9]', async () => {
  const state = new LiveState()
  state.put({
    ...newBed(placeWith({ no: 1, residentId: 'a' }), defaultBaseline),
    currentAt: Date.now() + 1,
    online: true,
  })
  const tender = tend(state)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.setSystemTime(Date.now() + 3 * 60_000)
  await vi.advanceTimersByTimeAsync(55_000)
  expect(state.byNo(1)?.signal).toBeNull()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(state.byNo(1)?.signal?.state).toBe('silent')
  await tender.close()
})

it('gives devices no more than their time after the clock was set back [WA-1] [WA-6]', async () => {
  const state = new LiveState()
  state.put({ ...newBed(placeWith({ no: 1, residentId: 'a' }), defaultBaseline), currentAt: Date.now(), online: true })
  const tender = tend(state)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.setSystemTime(Date.now() - 10 * 60_000)
  await vi.advanceTimersByTimeAsync(110_000)
  expect(state.byNo(1)?.signal?.state).toBe('silent')
  await tender.close()
})

it('says with the leave itself that it begins and ends, not five seconds later [PL-6]', async () => {
  const state = new LiveState()
  const place = placeWith({ no: 1, residentId: 'a' })
  state.put({ ...newBed(place, defaultBaseline), currentAt: Date.now(), online: true })
  const tender = tend(state)
  const leave = { from: Date.now(), until: Date.now() + 3_600_000 }
  await tender.happen(1, { event: 'placed', place: { ...place, leave }, now: Date.now() })
  expect(state.byNo(1)?.signal?.state).toBe('paused')
  await tender.happen(1, { event: 'placed', place, now: Date.now() })
  expect(state.byNo(1)?.signal?.state).not.toBe('paused')
  await tender.close()
})
