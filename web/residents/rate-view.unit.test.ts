import { emptyLastMinute } from '@eupnea/contract/live.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { describe, expect, it } from 'vitest'
import type { DeviceSlice } from '../shared/live/device-slice.ts'
import { emptySlice } from '../shared/live/device-slice.ts'
import { rateViewOf } from './rate-view.ts'

const at = Date.parse('2026-11-20T02:12:00Z')
const view = (known: Partial<DeviceSlice>) =>
  rateViewOf({ ...emptySlice('d1'), limits: defaultPlan, status: 1, ts: at - 4_000, ...known }, at, 'Europe/Berlin')

describe('respiration rate on the resident’s page', () => {
  it('reads as the severity rule says, with unit and age [AL-1] [RE-7]', () => {
    expect(view({ rr: 16 })).toEqual({
      value: 16,
      word: 'Usual',
      tone: 'usual',
      note: 'BrPM · 4 s ago',
      isCurrent: true,
      signal: null,
    })
    expect([12, 12.1, 22, 30, 30.1].map((rr) => view({ rr }).word)).toEqual([
      'Low',
      'Usual',
      'High',
      'High',
      'Extremely high',
    ])
  })

  it('holds the last value under another label while there is none [DA-5]', () => {
    const held = view({ rr: null, held: 15.5, validAt: at - 130_000 })
    expect(held).toMatchObject({ value: 15.5, word: 'Last value', tone: 'off', note: 'BrPM · 2 min ago' })
    expect(view({ rr: null, held: null })).toMatchObject({ value: null, word: 'No value' })
  })

  it('says since when there is no connection, by the facility’s clock [LI-7]', () => {
    const gone = view({ status: 0, rr_last_mint: emptyLastMinute, ts: at - 14 * 60_000 })
    expect(gone).toMatchObject({ value: null, word: 'Disconnected', note: 'since 02:58' })
  })

  it('says how old a value is that nothing has followed [LI-9]', () => {
    const stale = view({ rr: 35, ts: at - 5 * 60_000 })
    expect(stale).toMatchObject({
      value: 35,
      word: 'Old value',
      tone: 'off',
      note: 'BrPM · 5 min ago',
      isCurrent: false,
    })
  })

  it('gives way to what is known of the signal [WA-1]', () => {
    const known = { rr: null, held: 15, validAt: at - 130_000 }
    expect(view({ ...known, signal: { state: 'no_breathing', since: at } })).toMatchObject({
      value: null,
      word: 'No breathing signal',
      tone: 'extreme',
      note: 'Last rate 15 BrPM, 2 min ago',
      isCurrent: false,
    })
    expect(view({ rr: 16, held: 16, validAt: at, signal: { state: 'stuck', since: at } })).toMatchObject({
      value: null,
      word: 'Sensor may be stuck',
      tone: 'low',
      note: '',
    })
    expect(view({ rr: 16, held: 16, validAt: at, signal: { state: 'away', since: at } })).toMatchObject({
      word: 'Last value',
      isCurrent: false,
    })
  })

  it('says so when nothing was ever read [RE-7]', () => {
    expect(rateViewOf(undefined, at, 'UTC').word).toBe('Disconnected')
    expect(view({ ts: null }).word).toBe('No value yet')
  })
})
