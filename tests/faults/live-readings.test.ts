import { assignDevice } from '@eupnea/contract/devices.ts'
import { emptyLastMinute, topics } from '@eupnea/contract/live.ts'
import { listLastRr, saveResident } from '@eupnea/contract/residents.ts'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { baselineMinimumMinutes, median, rScoreOf } from '@eupnea/contract/rules/r-score.ts'
import { describe, expect, test } from 'vitest'
import { isAction, ofDevice, rrOf } from '../kit/live-client.ts'
import {
  join,
  joinClinic,
  login,
  newBed,
  patientQuery,
  portal,
  sinceLongAgo,
  snapshotOf,
  sql,
  tellChanged,
  useLivePortal,
  ward,
} from './live.fixture.ts'
import { minutesOf, readMinutes, readRaw } from './read-back.ts'
import { say } from './wire.ts'

/** What becomes of readings, from outside. */

useLivePortal()

describe('readings', () => {
  test('that come late land in their minute and change no newer live state; of two the first one wins [LI-2]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const client = await joinClinic()
    const wire = await login(bed)
    const ts = Date.now()
    const said = [{ ts, rr: 15, dist: 0.5 }]
    await say(wire, bed, said[0]!)
    const now = await client.next(rrOf(bed, ts))
    const late = [5, 90, 3].map((minutes, n) => ({ ts: ts - minutes * minuteMs, rr: 25 + n, dist: 1 }))
    await say(wire, bed, late)
    await say(wire, bed, { ts, rr: 30, dist: 2 })
    await say(wire, bed, { ts: ts - 3 * minuteMs, rr: 30, dist: 2 })
    // A later frame: everything before it has been sent.
    await say(wire, bed, { ts: ts + 2, rr: 15, dist: 0.5 })
    await client.next(rrOf(bed, ts + 2))
    const frames = client.messages.filter(ofDevice(isAction('rr'), bed)).filter((frame) => frame.ts === ts)
    expect(frames.length).toBeGreaterThan(0)
    for (const frame of frames) expect(frame).toEqual(now)
    said.push(...late, { ts: ts + 2, rr: 15, dist: 0.5 })
    said.sort((a, b) => a.ts - b.ts)
    const stored = await readRaw(portal, bed.device_id, 1)
    expect(stored).toEqual(said)
    expect(await readMinutes(portal, bed.device_id, 3)).toEqual(minutesOf(stored))
  })

  test('of an empty bed are so by a distance in a message before them that is still being stored [WA-8] [WA-9]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const wire = await login(bed)
    const start = minuteOf(Date.now()) - 100 * minuteMs
    const minutes = (from: number, dist: number | null) =>
      Array.from({ length: 30 }, (_, n) => ({ ts: start + (from + n) * minuteMs, rr: 15, dist }))
    // A sensor that is new here sends what it had stored without waiting for answers.
    await Promise.all([minutes(0, 0.5), minutes(30, null), minutes(60, null)].map((said) => say(wire, bed, said)))
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    expect(items.find(({ device_id }) => device_id === bed.device_id)?.timeInBed).toBe(0.5)
  })

  test('of the minute in which one left and another came are a minute of neither [LI-4][DA-5]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const wire = await login(bed)
    const start = minuteOf(Date.now()) - 5 * minuteMs
    await say(wire, bed, { ts: start + 10_000, rr: 25, dist: 0.5 })
    await portal.send(assignDevice, { device_id: bed.device_id, patient_id: bed.patient_id, status: 0 })
    const names = { clinic_id: ward.clinic_id, first_name: 'Mary', last_name: 'Somerville', room: '10' }
    const { patient_id } = await portal.send(saveResident, names)
    await portal.send(assignDevice, { device_id: bed.device_id, patient_id, status: 1 })
    const move = (column: 'since' | 'until', who: string, ms: number) =>
      sql.query(`update device_assignments set ${column} = $2 where resident_id = $1`, [who, new Date(ms)])
    await move('until', bed.patient_id, start + 20_000)
    await move('since', patient_id, start + 30_000)
    await tellChanged(bed)

    // Into an empty bed: the previous resident's rate must not stay on the card as the last value.
    await say(wire, bed, { ts: start + 40_000, rr: null, dist: null })
    expect((await client.next(rrOf(bed, start + 40_000))).rr_last_mint).toEqual(emptyLastMinute)
    expect(await snapshotOf({ ...bed, patient_id })).toMatchObject({ rr: null, rr_last_mint: emptyLastMinute })
    await tellChanged(bed)
    expect(await snapshotOf({ ...bed, patient_id })).toMatchObject({ rr: null, rr_last_mint: emptyLastMinute })
    await say(wire, bed, { ts: start + minuteMs, rr: 16, dist: 0.5 })
    expect((await client.next(rrOf(bed, start + minuteMs))).rr_last_mint).toMatchObject({ avg: 16, max: 16 })
  })

  test('of the device before stay in the curve of who was given another one [DA-2]', async () => {
    const [before, after] = [newBed(), newBed()]
    const { patient_id } = before
    const ts = minuteOf(Date.now()) - 5 * minuteMs
    await say(await login(before), before, { ts, rr: 15, dist: 0.5 })
    for (const { device_id, patient_id } of [before, after])
      await portal.send(assignDevice, { device_id, patient_id, status: 0 })
    await portal.send(assignDevice, { device_id: after.device_id, patient_id, status: 1 })
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id, graph: 'true' })
    const own = items.find((one) => one.patient_id === patient_id)
    expect(own).toMatchObject({ device_id: after.device_id })
    expect(own?.graphData?.filter((value) => value !== null)).toEqual([15])
  })

  test('of a day and more make an r-score that follows the rule, and the time in bed of the last day [LI-4] [DA-1]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const client = await joinClinic()
    const wire = await login(bed)
    const total = baselineMinimumMinutes + 120
    const end = minuteOf(Date.now())
    // In range, so no episode is open; multiples of a quarter are exact in float32.
    const rateOf = (n: number) => (n > total - 20 ? 19 : 15 + (n % 9) / 4)
    const minutes = Array.from({ length: total }, (_, n) => ({
      ts: end - (total - n) * minuteMs,
      rr: rateOf(n),
      dist: 0.5,
    }))
    await say(wire, bed, minutes)
    // Computed before there was data: make it due again.
    await sql.query('delete from baselines where resident_id = $1', [bed.patient_id])
    const averages = minutes.map(({ rr }) => rr)
    const middle = median(averages)!
    const baseline = { median: middle, mad: median(averages.map((value) => Math.abs(value - middle)))! }
    const expected = rScoreOf([19], baseline)
    expect(expected.upper_score).toBeGreaterThan(25)
    expect(expected).not.toEqual(rScoreOf([19], { median: 16, mad: 3 }))
    const isExpected = isAction('r_score', ({ r_score }) => r_score.upper_score === expected.upper_score)
    expect(await client.next(ofDevice(isExpected, bed), 90_000)).toMatchObject({ r_score: expected })
    expect(await snapshotOf(bed)).toMatchObject({ r_score: expected })
    // 26 h in bed, of which only the last 24 count.
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    const own = items.find(({ device_id }) => device_id === bed.device_id)
    expect(own?.timeInBed).toBeCloseTo(24, 0)
    expect(own?.rScore).toEqual(expected)

    // Late minutes count too, within minutes instead of hours.
    const known = () => sql.query('select minutes from baselines where resident_id = $1', [bed.patient_id])
    expect((await known()).rows).toEqual([{ minutes: total }])
    // No two alike: a sensor that repeats itself for an hour counts for nothing.
    const before = Array.from({ length: 60 }, (_, n) => ({
      ts: end - (total + 60 - n) * minuteMs,
      rr: 15 + (n % 2) / 4,
      dist: 0.5,
    }))
    await say(wire, bed, before)
    await sql.query(`update baselines set computed_at = now() - interval '2 minutes' where resident_id = $1`, [
      bed.patient_id,
    ])
    await expect.poll(async () => (await known()).rows, { timeout: 40_000 }).toEqual([{ minutes: total + 60 }])
  }, 160_000)

  test('with waves reach who watches the resident, and give a rate to a device that sends nothing else [LI-8][LI-10]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const patient = await join(patientQuery(bed))
    const clinic = await joinClinic()
    const wire = await login(bed)
    const hz = 10
    const seconds = 5
    const start = Date.now() - 60_000
    const at = (n: number) => Math.round(2_000 * Math.sin((2 * Math.PI * 15 * n) / (60 * hz))) / 1_000 + 0
    for (let piece = 0; piece < 60 / seconds; piece++) {
      const samples = Array.from({ length: seconds * hz }, (_, n) => at(piece * seconds * hz + n))
      const ts = start + (piece + 1) * seconds * 1_000
      await wire.publish(topics.telemetry(bed.device_id), JSON.stringify({ ts, wave: { hz, samples } }))
      const wave = await patient.next(isAction('waveform', (m) => m.start === ts - ((samples.length - 1) / hz) * 1_000))
      expect(wave).toMatchObject({ device_id: bed.device_id, hz, samples })
    }
    const last = await clinic.next(rrOf(bed, start + 60_000))
    expect(last.dist_rr).toBeNull()
    expect(Math.abs(last.rr! - 15)).toBeLessThan(0.5)
    expect(clinic.messages.filter(isAction('waveform'))).toEqual([])
    const stored = await readRaw(portal, bed.device_id, 1)
    // null rather than a guess while there is too little data
    expect(stored[0]).toMatchObject({ rr: null })
    expect(stored.at(-1)!.rr).toBeCloseTo(last.rr!, 3)
  })
})
