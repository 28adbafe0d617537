import { emptyLastMinute } from '@eupnea/contract/live.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { describe, expect, it } from 'vitest'
import type { DeviceSlice } from '../shared/live/device-slice.ts'
import { emptySlice } from '../shared/live/device-slice.ts'
import { rateViewOf } from './rate-view.ts'

const at = Date.parse('2026-11-20T02:12:00Z')
const options = { zone: 'Europe/Berlin', showPresence: true }
const view = (known: Partial<DeviceSlice>, shown = options) =>
  rateViewOf({ ...emptySlice('d1'), limits: defaultPlan, status: 1, ts: at - 4_000, ...known }, at, shown)

describe('respiration rate on the resident’s page', () => {
  it('reads as the severity rule says, with unit and age [AL-1] [RE-7]', () => {
    expect(view({ rr: 16 })).toEqual({
      value: 16,
      word: 'In range',
      tone: 'usual',
      valueTone: 'usual',
      isOut: false,
      notes: ['BrPM'],
      isCurrent: true,
      signal: null,
    })
    expect(view({ rr: 16, ts: at - 12_000 }).notes).toEqual(['BrPM · 12 s ago'])
    expect([12, 12.1, 22, 30, 30.1].map((rr) => view({ rr }).word)).toEqual([
      'Low',
      'In range',
      'High',
      'High',
      'Extremely high',
    ])
  })

  it('says how long ago a rate was out of range that no longer is, and its number is not coloured [AL-1] [DA-7]', () => {
    const finding = { direction: 'low', severity: 'warning', title: 'Low Respiratory' } as const
    const back = { rr: 12.8, warned: { at: at - 40_000, finding } }
    expect(view(back)).toMatchObject({ value: 12.8, word: 'Low, 40 s ago', tone: 'low', valueTone: 'usual' })
    expect(view({ ...back, rr: 11 })).toMatchObject({ word: 'Low', tone: 'low', valueTone: 'low' })
    expect(view({ ...back, warned: { at: at - 60_000, finding } })).toMatchObject({ word: 'In range', tone: 'usual' })
  })

  it('holds the last value under another label while there is none [DA-5]', () => {
    const held = view({ rr: null, held: 15.5, validAt: at - 130_000 })
    expect(held).toMatchObject({ value: 15.5, word: 'Last value', tone: 'off', notes: ['BrPM · 2 min ago'] })
    expect(view({ rr: null, held: null })).toMatchObject({
      value: null,
      word: 'No value',
      notes: ['Last reading 4 s ago'],
    })
  })

  it('never shows a value of hours ago as a number that looks live [DA-5]', () => {
    const past = { rr: null, held: 15.5, validAt: at - 3 * 3_600_000 }
    const old = { value: null, tone: 'off', isCurrent: false, notes: ['Last rate 16 BrPM, 3 h ago'] }
    expect(view(past)).toMatchObject({ ...old, word: 'No value', isOut: false })
    expect(view({ ...past, ts: at - 3 * 3_600_000 })).toMatchObject({ ...old, word: 'No value' })
  })

  it('says Out of bed only to someone who has presence switched on [DA-1] [SH-18]', () => {
    const out = {
      ...{ rr: null, held: 15.5, validAt: at - 130_000, receivedAt: at - 4_000 },
      presence: 'out',
      signal: { state: 'away', since: at - 60_000 },
    } as const
    expect(view(out)).toMatchObject({
      value: null,
      word: 'Out of bed',
      isOut: true,
      notes: ['Last rate 16 BrPM, 2 min ago'],
    })
    expect(view(out, { ...options, showPresence: false })).toMatchObject({ value: 15.5, word: 'Last value' })
    expect(view({ ...out, presenceSince: at - 300_000 }).notes[0]).toBe('for 5 min')
    expect(view({ ...out, receivedAt: at - 600_000 }).word).toBe('Last value')
  })

  it('says since when the sensor is silent, by the facility’s clock [LI-7]', () => {
    const gone = view({ status: 0, rr_last_mint: emptyLastMinute, ts: at - 14 * 60_000 })
    expect(gone).toMatchObject({ value: null, word: 'Sensor silent', notes: ['since 02:58'] })
  })

  it('says how old a value is that nothing has followed [LI-9]', () => {
    const stale = view({ rr: 35, held: 35, ts: at - 2 * 60_000, validAt: at - 2 * 60_000 })
    expect(stale).toMatchObject({
      value: 35,
      word: 'Last value',
      tone: 'off',
      notes: ['BrPM · 2 min ago'],
      isCurrent: false,
    })
  })

  it('gives way to what is known of the signal [WA-1]', () => {
    const known = { rr: null, held: 15, validAt: at - 130_000 }
    expect(view({ ...known, signal: { state: 'no_breathing', since: at } })).toMatchObject({
      value: null,
      word: 'No breathing signal',
      tone: 'extreme',
      notes: ['since 03:12', 'Last rate 15 BrPM, 2 min ago'],
      isCurrent: false,
    })
    expect(view({ rr: 16, held: 16, validAt: at, signal: { state: 'stuck', since: at } })).toMatchObject({
      value: null,
      word: 'Sensor may be stuck',
      tone: 'low',
      notes: ['since 03:12'],
    })
    expect(view({ rr: 16, held: 16, validAt: at, signal: { state: 'away', since: at } })).toMatchObject({
      word: 'Last value',
      isCurrent: false,
    })
  })

  it('says so when nothing was ever read [RE-7]', () => {
    expect(view({ status: 0, ts: null }).word).toBe('Sensor silent')
    expect(view({ ts: null }).word).toBe('No value yet')
  })
})
