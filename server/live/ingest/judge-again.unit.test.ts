import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { emptyArchive } from '../../../tests/kit/portal.ts'
import { createLog } from '../../platform/log.ts'
import { newBed } from '../bed/bed.ts'
import { LiveState } from '../state/live-state.ts'
import { createJudgeAgain } from './judge-again.ts'

const start = Date.UTC(2026, 4, 1)
const late = [1, 2, 3].map((deviceNo) => ({ deviceNo, from: start, until: start + 60_000, count: 1 }))
const refused = Object.assign(new Error('value out of range'), { code: '22003' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('judges what came late to all other beds when one of them can’t be judged [WA-8]', async () => {
  const settled: unknown[] = []
  const query = async (statement: string | { text: string; values: unknown[] }, given: readonly unknown[] = []) => {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement
    if (text.includes('late_count as count')) return { rows: late }
    if (text.includes('from stored_readings') && values[0] === 1) throw refused
    // Nothing of this shape should ever be there.
    if (text.includes('from stored_readings') && values[0] === 2) return { rows: [null] }
    if (text.includes('late_from = null')) settled.push(values[0])
    return { rows: [] }
  }
  const pool = { query, connect: async () => ({ query, release() {} }) } as unknown as pg.Pool
  const state = new LiveState()
  for (const no of [1, 2, 3]) state.put(newBed(placeWith({ no, id: `d${no}` }), defaultBaseline))
  const log = createLog('silent')
  const error = vi.spyOn(log, 'error')
  const again = createJudgeAgain({ pool, archive: emptyArchive(), state, log })
  again.work(true)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(settled).toEqual([3])
  expect(error.mock.calls.map(([about]) => about)).toMatchObject([{ device_id: 'd1' }, { device_id: 'd2' }])
  await again.close()
})
