import { assignDevice, createDevices, readDevice } from '@eupnea/contract/devices.ts'
import { emptyLastMinute, type LiveMessage, liveMessage } from '@eupnea/contract/live.ts'
import { listLastRr, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { minuteOf } from '@eupnea/contract/rules/minute.ts'
import { describe, expect, test } from 'vitest'
import { isAction, type LiveClient, rrOf } from '../kit/live-client.ts'
import {
  join,
  joinClinic,
  login,
  newBed,
  open,
  patientQuery,
  portal,
  snapshotOf,
  statusOf,
  useLivePortal,
  ward,
} from './live.fixture.ts'
import { say } from './wire.ts'

/** What live connections get, from outside. */

useLivePortal()

describe('a dashboard', () => {
  test('gets the state of every device first, then numbers with all their fields [LI-3][LI-4][LI-5]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const { devices } = client.messages[0] as Extract<LiveMessage, { action: 'snapshot' }>
    expect(devices.map(({ device_id }) => device_id).sort()).toEqual(ward.beds.map((b) => b.device_id).sort())
    expect(devices.find(({ device_id }) => device_id === bed.device_id)).toEqual({
      device_id: bed.device_id,
      patient_id: bed.patient_id,
      rr: null,
      dist_rr: null,
      alert10min: false,
      status: 0,
      rr_last_mint: emptyLastMinute,
      r_score: { upper_score: 0, lower_score: 0 },
      ts: null,
      signal: { state: 'silent', since: expect.any(Number) },
      presence_range: 1.5,
    })

    const wire = await login(bed)
    const ts = Date.now()
    await say(wire, bed, { ts, rr: 15.5, dist: 0.75 })
    expect(await client.next(rrOf(bed, ts))).toEqual({
      action: 'rr',
      device_id: bed.device_id,
      rr: 15.5,
      dist_rr: 0.75,
      alert10min: false,
      status: 1,
      rr_last_mint: {
        avg: 15.5,
        max: 15.5,
        min: 15.5,
        dist_rr_avg: 0.75,
        tracker_ts: new Date(minuteOf(ts)).toISOString(),
      },
      ts,
    })
    await client.next(statusOf(bed, 1))
    expect(await portal.send(readDevice, { device_id: bed.device_id })).toMatchObject({ device_conn_status: 1 })
    // New viewers see it immediately.
    expect(await snapshotOf(bed)).toMatchObject({ rr: 15.5, dist_rr: 0.75, status: 1, ts })
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    expect(items.find(({ device_id }) => device_id === bed.device_id)).toMatchObject({
      realTimeRR: 15.5,
      lastUpdated: ts,
    })
    for (const message of client.messages) expect(liveMessage.safeParse(message).error).toBeUndefined()
  })

  test('with batch=1 gets arrays, and otherwise one message a frame [LI-4]', async () => {
    const [one, other] = [newBed(), newBed()]
    const frames: { batched: unknown[]; single: unknown[] } = { batched: [], single: [] }
    const [batched, single] = await Promise.all([
      join({ type: 'clinic', clinic_id: ward.clinic_id, batch: '1' }),
      joinClinic(),
    ])
    batched.socket.addEventListener('message', ({ data }) => frames.batched.push(JSON.parse(data)))
    single.socket.addEventListener('message', ({ data }) => frames.single.push(JSON.parse(data)))
    const devices = await Promise.all([one, other].map((bed) => login(bed)))
    const ts = Date.now()
    await Promise.all([one, other].map((bed, n) => say(devices[n]!, bed, { ts, rr: 16, dist: 1 })))
    for (const bed of [one, other]) for (const client of [batched, single]) await client.next(rrOf(bed, ts))
    expect(frames.batched.every(Array.isArray)).toBe(true)
    expect(frames.single.some(Array.isArray)).toBe(false)
  })

  test('opens all four kinds of connection, each with what is its own [LI-3][LI-6]', async () => {
    const [bed, other] = [newBed(), newBed()]
    const clinic = await joinClinic()
    const patient = await join(patientQuery(bed))
    const admins = await join({ room: 'CLINIC-ADMIN' })
    const subscriber = open({ token: portal.token })
    const ask = { action: 'subscribe', device_id: bed.device_id, room: 'r', device_type: 'web', client_id: 'c' }
    subscriber.socket.addEventListener('open', () => subscriber.socket.send(JSON.stringify(ask)))
    await subscriber.next(isAction('snapshot'))

    const ts = Date.now()
    for (const each of [bed, other]) await say(await login(each), each, { ts, rr: 17, dist: 1 })
    for (const client of [clinic, patient, subscriber]) await client.next(rrOf(bed, ts))
    for (const client of [clinic, patient, subscriber, admins]) await client.next(statusOf(bed, 1))
    await clinic.next(rrOf(other, ts))
    await admins.next(statusOf(other, 1))
    const about = (client: LiveClient) =>
      new Set(client.messages.flatMap((message) => ('device_id' in message ? [message.device_id] : [])))
    expect(about(patient)).toEqual(new Set([bed.device_id]))
    expect(about(subscriber)).toEqual(new Set([bed.device_id]))
    expect(admins.messages.filter(isAction('rr'))).toEqual([])
  })

  test('has a beat at least every five seconds, whatever it is opened for, alone or in an array [AN-9]', async () => {
    const ways: Record<string, string>[] = [
      { type: 'clinic', clinic_id: ward.clinic_id },
      patientQuery(ward.beds[0]!),
      { room: 'CLINIC-ADMIN' },
      {},
    ]
    const watching = ways
      .flatMap((way) => [way, { ...way, batch: '1' }])
      .map((way) => open({ token: portal.token, ...way }))
    const beats = (client: LiveClient) => client.messages.filter(isAction('beat'))
    for (const client of watching) await expect.poll(() => beats(client).length, { timeout: 15_000 }).toBeGreaterThan(2)
    for (const client of watching)
      for (const [index, { at }] of beats(client).slice(1).entries())
        expect(at - beats(client)[index]!.at).toBeLessThan(5_000)
  })

  test('opened right after something was made and linked shows it [LI-3]', async () => {
    const clinic_id = ward.clinic_id
    for (let n = 0; n < 5; n++) {
      const { items } = await portal.send(createDevices, { clinic_id, data: [{ device_uid: `live-moment-${n}` }] })
      const names = { clinic_id, first_name: 'Ada', last_name: `Lovelace ${n}`, room: `2${n}` }
      const { patient_id } = await portal.send(saveResident, names)
      const bed = { ...items[0]!, patient_id }
      await portal.send(assignDevice, { device_id: bed.device_id, patient_id, status: 1 })
      const [patient, clinic] = [await join(patientQuery(bed)), await joinClinic()]
      for (const client of [patient, clinic]) {
        const { devices } = client.messages[0] as Extract<LiveMessage, { action: 'snapshot' }>
        expect(devices.find(({ device_id }) => device_id === bed.device_id)).toMatchObject({ patient_id })
      }
      const { items: live } = await portal.send(listLastRr, { clinic_id })
      expect(live.map((one) => one.patient_id)).toContain(patient_id)
    }
  })

  test('hears immediately that a resident was discharged [LI-6]', async () => {
    const bed = newBed()
    const { patient_id } = bed
    const watching = [await joinClinic(), await join({ room: 'CLINIC-ADMIN' })]
    await portal.send(setResidentStatus, { patient_id, status: 2 })
    for (const client of watching) {
      const told = await client.next(isAction('changed', (m) => m.noun === 'residents' && m.patient_id === patient_id))
      expect(told).toEqual({ action: 'changed', noun: 'residents', clinic_id: ward.clinic_id, patient_id })
      await client.next(isAction('changed', (m) => m.noun === 'devices' && m.device_id === bed.device_id))
    }
    // A page whose connection comes after its first answers hears of it too; whoever doesn't ask, does not.
    const isIt = isAction('changed', (m) => m.noun === 'residents' && m.patient_id === patient_id)
    await (await join({ type: 'clinic', clinic_id: ward.clinic_id, unheard: '60000' })).next(isIt)
    await (await join({ room: 'CLINIC-ADMIN', unheard: '60000' })).next(isIt)
    await portal.send(setResidentStatus, { patient_id: bed.patient_id, status: 1 })
    const late = await joinClinic()
    await late.next(isAction('beat'))
    expect(late.messages.filter(isIt)).toEqual([])
  })
})
