import type { DeviceState, RrMessage } from '@eupnea/contract/live.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { describe, expect, it } from 'vitest'
import {
  applyLastRr,
  applyLimits,
  applyRange,
  applyRr,
  applySignal,
  applyState,
  applyStatus,
  emptySlice,
  flashMs,
  shownFinding,
} from './device-slice.ts'

const minute = Date.parse('2026-03-01T03:00:00Z')
const range = 1.5

const average = (avg: number | null, start = minute) => ({
  avg,
  max: avg,
  min: avg,
  dist_rr_avg: avg === null ? null : 0.8,
  tracker_ts: avg === null ? null : new Date(start).toISOString(),
})

const rr = (ts: number, value: number | null, more: Partial<RrMessage> = {}): RrMessage => ({
  action: 'rr',
  device_id: 'd1',
  rr: value,
  dist_rr: 0.8,
  alert10min: false,
  status: 1,
  rr_last_mint: average(15),
  ts,
  ...more,
})

const state = (more: Partial<DeviceState> = {}): DeviceState => ({
  device_id: 'd1',
  patient_id: 'p1',
  rr: 14,
  dist_rr: 0.8,
  alert10min: false,
  status: 1,
  rr_last_mint: average(14),
  r_score: { upper_score: 10, lower_score: 0 },
  ts: minute + 5_000,
  signal: { state: 'ok', since: minute },
  presence_range: 1.5,
  ...more,
})

const start = applyLimits(emptySlice('d1'), defaultPlan, 0)
const at = minute + 10_000
const live = applyRr(start, rr(at, 16), at, range)

describe('a live value', () => {
  it('connects the device [LI-5]', () => {
    expect(start.status).toBe(0)
    expect(live.status).toBe(1)
  })

  it('with a valid average is held, dated and flashes for three minutes [DA-5]', () => {
    expect(live).toMatchObject({ rr: 16, held: 15, validAt: at, changeLabel: false, flashUntil: at + flashMs })
    expect(flashMs).toBe(180_000)
  })

  it('older than the newest changes nothing [LI-2]', () => {
    expect(applyRr(live, rr(at - 1, 30), at, range)).toBe(live)
  })

  it('of a sensor whose clock was set back is the live one [WA-1] [DA-5]', () => {
    const before = at - 3 * 60_000
    const after = { rr: 30, ts: before, validAt: before, flashUntil: before + flashMs }
    // Right after a newer one, it is of a store that is sent.
    expect(applyRr(live, rr(before, 30), at + 9_000, range)).toBe(live)
    expect(applyRr(live, rr(before, 30), at + 15_000, range)).toMatchObject(after)
  })

  it('remembers when it was out of range', () => {
    expect(live).toMatchObject({ warned: null, endangered: null })
    expect(applyRr(live, rr(at + 1, 12), at + 5, range)).toMatchObject({ warned: { at: at + 5 }, endangered: null })
    expect(applyRr(live, rr(at + 1, 31), at + 5, range)).toMatchObject({
      warned: { at: at + 5 },
      endangered: { at: at + 5 },
    })
  })
})

describe('without a new value', () => {
  it('the last average is held under another label [DA-5]', () => {
    const held = applyRr(live, rr(at + 1_000, null, { rr_last_mint: average(null) }), at + 1_000, range)
    expect(held).toMatchObject({ rr: null, held: 15, changeLabel: true, validAt: at })
  })

  it('the flash ends three minutes after the last valid one, however many messages come [DA-5]', () => {
    let slice = live
    for (let ts = at + 1_000; ts < at + 600_000; ts += 1_000) slice = applyRr(slice, rr(ts, null), ts, range)
    // The average is of the minute 03:00, so the newest valid value can be as late as its end.
    expect(slice.flashUntil).toBe(minute + 60_000 + flashMs)
  })

  it('nothing is held where nothing was ever measured [DA-5]', () => {
    const none = applyRr(start, rr(at, null, { rr_last_mint: average(null) }), at, range)
    expect(none).toMatchObject({ held: null, changeLabel: false, flashUntil: 0 })
  })

  it('a later value ends the holding [DA-5]', () => {
    const held = applyRr(live, rr(at + 1_000, null), at + 1_000, range)
    expect(applyRr(held, rr(at + 2_000, 17), at + 2_000, range)).toMatchObject({ rr: 17, changeLabel: false })
  })
})

describe('disconnected', () => {
  const gone = applyStatus(live, 0)

  it('clears the distribution value and empties the last minute [LI-7]', () => {
    expect(gone).toMatchObject({ status: 0, rr: null, dist_rr: null, flashUntil: 0, presence: 'unknown' })
    expect(gone.rr_last_mint).toEqual({ avg: null, max: null, min: null, dist_rr_avg: null, tracker_ts: null })
  })

  it('keeps when the newest reading came, to say since when', () => {
    expect(gone.ts).toBe(at)
  })

  it('comes back with the next value [LI-5]', () => {
    expect(applyRr(gone, rr(at + 9_000, 18), at + 9_000, range)).toMatchObject({ status: 1, rr: 18 })
  })

  it('told twice changes nothing', () => {
    expect(applyStatus(gone, 0)).toBe(gone)
  })
})

describe('a snapshot', () => {
  it('replaces what was told before, older or not [LI-9]', () => {
    expect(applyState(live, state(), at, range)).toMatchObject({
      rr: 14,
      held: 14,
      ts: minute + 5_000,
      patient_id: 'p1',
    })
  })

  it('of a disconnected device is empty but for its time [LI-7]', () => {
    const slice = applyState(start, state({ status: 0 }), at, range)
    expect(slice).toMatchObject({ status: 0, rr: null, dist_rr: null, ts: minute + 5_000 })
    expect(slice.rr_last_mint.avg).toBeNull()
  })

  it('keeps what only fetching tells', () => {
    expect(applyState({ ...live, timeInBed: 7.5 }, state(), at, range).timeInBed).toBe(7.5)
  })
})

const fetched = {
  patient_id: 'p1',
  device_id: 'd1',
  realTimeRR: 20,
  dist_rr: 0.7,
  alert10min: false,
  device_conn_status: 1 as const,
  rr_last_mint: average(20),
  rScore: { upper_score: 0, lower_score: 0 },
  timeInBed: 6.4,
  lastUpdated: at - 5_000,
  signal: { state: 'ok', since: minute } as const,
  presence_range: 1.5,
}

describe('fetched values', () => {
  it('fill a card before the first message', () => {
    expect(applyLastRr(start, fetched, at, range)).toMatchObject({ rr: 20, status: 1, timeInBed: 6.4 })
  })

  it('never replace a newer live value, but add time in bed', () => {
    expect(applyLastRr(live, fetched, at, range)).toMatchObject({ rr: 16, ts: at, timeInBed: 6.4 })
  })

  it('begin anew for the next resident under a device [DA-5]', () => {
    const next = { ...fetched, patient_id: 'p2', realTimeRR: null, dist_rr: null, lastUpdated: null }
    const empty = { ...next, device_conn_status: 1 as const, rr_last_mint: average(null), timeInBed: null }
    const before = applyState(start, state(), at, range)
    for (const slice of [live, before]) {
      const taken = applyLastRr(slice, empty, at, range)
      expect(taken).toMatchObject({ patient_id: 'p2', rr: null, held: null, validAt: null, flashUntil: 0 })
      expect(applyRr(taken, rr(at + 1_000, null, { rr_last_mint: average(null) }), at, range).held).toBeNull()
    }
  })

  it('say that the portal is heard, also when nothing is new [LI-9]', () => {
    expect(applyLastRr(live, { ...fetched, lastUpdated: at }, at + 60_000, range).receivedAt).toBe(at + 60_000)
  })

  it('say that a device went silent while the line was down [LI-7]', () => {
    expect(applyLastRr(live, { ...fetched, lastUpdated: at, device_conn_status: 0 }, at, range).status).toBe(0)
  })
})

describe('the signal', () => {
  it('comes with the snapshot, the first values and its own message [WA-1]', () => {
    const stuck = { state: 'stuck', since: at } as const
    expect(applyState(start, state({ signal: stuck }), at, range).signal).toEqual(stuck)
    expect(applyLastRr(start, { ...fetched, signal: stuck }, at, range).signal).toEqual(stuck)
    const told = applySignal(live, { state: 'no_breathing', since: at, note: 'unarmed' })
    expect(told.signal).toEqual({ state: 'no_breathing', since: at, note: 'unarmed' })
    expect(applySignal(told, { state: 'no_breathing', since: at, note: 'unarmed' })).toBe(told)
  })

  it('that was told live is not replaced by an older answer [WA-1]', () => {
    const told = applySignal(live, { state: 'no_breathing', since: at })
    expect(applyLastRr(told, fetched, at, range).signal).toEqual({ state: 'no_breathing', since: at })
    const later = { ...fetched, lastUpdated: at, signal: { state: 'ok', since: at + 1 } as const }
    expect(applyLastRr(told, later, at, range).signal?.state).toBe('ok')
  })

  it('that outlasts a gap is newer than the gap, although it began before [WA-1]', () => {
    const stuck = { state: 'stuck', since: at - 5 * 3_600_000 } as const
    const silent = { state: 'silent', since: at - 60_000 } as const
    const gone = { ...fetched, lastUpdated: at - 60_000, signal: silent }
    expect(applyLastRr(applySignal(live, stuck), gone, at, range).signal).toEqual(stuck)
    const back = { ...fetched, lastUpdated: at + 1, signal: stuck }
    expect(applyLastRr(applySignal(live, silent), back, at, range).signal).toEqual(stuck)
  })

  it('lets a rate be judged only while it is live [WA-1]', () => {
    const high = applySignal(applyRr(live, rr(at + 1, 34), at, range), { state: 'ok', since: at })
    expect(shownFinding(high, at)?.severity).toBe('danger')
    for (const of of ['paused', 'clock', 'malformed', 'silent', 'stuck', 'no_breathing', 'away'] as const)
      expect(shownFinding(applySignal(high, { state: of, since: at }), at)).toBeNull()
  })
})

describe('presence', () => {
  it('shows a bed as empty if the portal knows that it is, even if the sensor sees a rate [WA-9] [DA-7]', () => {
    const away = applySignal(live, { state: 'away', since: at })
    expect(applyRr(away, rr(at + 1_000, 16, { dist_rr: null }), at, range).presence).toBe('out')
    expect(applyRr(live, rr(at + 1_000, 16, { dist_rr: null }), at, range).presence).toBe('in')
    expect(applyRange(applyRr(away, rr(at + 1_000, 16, { dist_rr: null }), at, range), 2).presence).toBe('out')
    // At a distance, the person's own range decides (SH-18).
    expect(applyRr(away, rr(at + 1_000, 16, { dist_rr: 2 }), at, 2.5).presence).toBe('in')
  })

  it('stays what it was while neither rate nor distance comes, until the portal says what that means [WA-9]', () => {
    const breathes = applySignal(live, { state: 'ok', since: at - 60_000 })
    const lost = applyRr(breathes, rr(at + 1_000, null, { dist_rr: null }), at, range)
    expect(lost).toMatchObject({ presence: 'in', presenceSince: breathes.presenceSince })
    expect(applyRange(lost, 2)).toBe(lost)
    const away = applySignal(lost, { state: 'away', since: at + 1_000 })
    expect(away).toMatchObject({ presence: 'out', presenceSince: at + 1_000 })
    expect(applyRr(away, rr(at + 2_000, null, { dist_rr: null }), at, range)).toMatchObject({
      ...{ presence: 'out', presenceSince: at + 1_000 },
    })
    // With a distance it is seen immediately.
    expect(applyRr(breathes, rr(at + 1_000, null, { dist_rr: 2 }), at, range).presence).toBe('out')
    const noSignal = applySignal(lost, { state: 'no_breathing', since: at + 1_000, note: 'maybe_empty' })
    expect(noSignal).toMatchObject({ presence: 'unknown', presenceSince: null })
  })

  it('is counted anew after a gap, in which the bed may have been found and left again [LI-9] [DA-1]', () => {
    const out = applyRr(live, rr(at + 1_000, null, { dist_rr: null }), at, range)
    expect(out.presenceSince).toBe(at + 1_000)
    const hours = minute + 2 * 3_600_000
    const back = { rr: null, dist_rr: null, ts: hours, signal: null, rr_last_mint: average(15, hours - 5 * 60_000) }
    expect(applyState(out, state(back), hours, range)).toMatchObject({
      ...{ presence: 'out', presenceSince: hours - 4 * 60_000 },
    })
    expect(applyState(out, state({ rr: 16, ts: hours }), hours, range)).toMatchObject({
      presence: 'in',
      presenceSince: null,
    })
  })

  const out = (ts: number) => rr(ts, null, { dist_rr: null })

  it('counts from the first reading without anybody', () => {
    const left = applyRr(live, out(at + 1_000), at, range)
    expect(left).toMatchObject({ presence: 'out', presenceSince: at + 1_000 })
    expect(applyRr(left, out(at + 2_000), at, range).presenceSince).toBe(at + 1_000)
  })

  it('seen first while already out counts from the end of the last minute with a value', () => {
    const later = minute + 300_000
    expect(applyRr(start, out(later), later, range)).toMatchObject({ presence: 'out', presenceSince: minute + 60_000 })
  })

  it('follows the range of the person [SH-18]', () => {
    const far = applyRr(start, rr(at, 16, { dist_rr: 1.8 }), at, range)
    expect(far.presence).toBe('out')
    expect(applyRange(far, 2).presence).toBe('in')
    expect(applyRange(far, range)).toBe(far)
  })

  it('follows the range of the sensor while the person has chosen none [SH-18] [WA-9]', () => {
    const high = state({ presence_range: 3.5, dist_rr: 3.2 })
    expect(applyState(start, high, at, null).presence).toBe('in')
    expect(applyState(start, high, at, 1).presence).toBe('out')
    const known = applyLastRr(start, { ...fetched, presence_range: 3.5, dist_rr: 3.2 }, at, null)
    expect(known.presence).toBe('in')
    expect(applyRr(known, rr(at + 1_000, 16, { dist_rr: 3.4 }), at, null).presence).toBe('in')
    expect(applyRange(known, 1).presence).toBe('out')
  })
})
