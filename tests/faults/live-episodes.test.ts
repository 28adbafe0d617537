import { assignDevice, createDevices } from '@eupnea/contract/devices.ts'
import { listLastRr, saveResident } from '@eupnea/contract/residents.ts'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { describe, expect, test } from 'vitest'
import { isAction, ofDevice, rrOf } from '../kit/live-client.ts'
import {
  join,
  joinClinic,
  login,
  newBed,
  patience,
  patientQuery,
  portal,
  sinceLongAgo,
  snapshotOf,
  sql,
  useLivePortal,
  ward,
} from './live.fixture.ts'
import { say } from './wire.ts'

/** Episodes of readings, from outside. */

useLivePortal()

describe('readings', () => {
  test('of ten minutes out of range open an episode, raise it when it worsens and end it when all is well [LI-4][AL-2]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const client = await joinClinic()
    const wire = await login(bed)
    const start = minuteOf(Date.now()) - 60 * minuteMs
    const minutes = (from: number, rr: number) =>
      Array.from({ length: 10 }, (_, n) => ({ ts: start + (from + n) * minuteMs + 30_000, rr, dist: 0.5 }))
    const last = (from: number) => start + (from + 9) * minuteMs + 30_000
    const notified = () => client.messages.filter(ofDevice(isAction('rr_notification'), bed))

    await say(wire, bed, minutes(0, 25))
    expect(await client.next(ofDevice(isAction('rr_notification'), bed))).toMatchObject({
      patient_id: bed.patient_id,
      title: 'High Respiratory',
      severity: 'warning',
      rr: 25,
      // Not of the last ten minutes: they are long gone.
      description: expect.stringMatching(/average \(received 5[4-9] min late\): 25 BrPM/),
    })
    expect(await client.next(rrOf(bed, last(0)))).toMatchObject({ alert10min: true })
    expect(await snapshotOf(bed)).toMatchObject({ alert10min: true })

    await say(wire, bed, minutes(10, 26))
    await client.next(rrOf(bed, last(10)))
    expect(notified()).toHaveLength(1)

    await say(wire, bed, minutes(20, 35))
    await expect.poll(notified, patience).toHaveLength(2)
    expect(notified()[1]).toMatchObject({ title: 'Extremely High Respiratory', severity: 'danger', rr: 30.5 })

    // Nine quiet minutes aren't enough.
    await say(wire, bed, minutes(30, 16).slice(0, 9))
    expect(await client.next(rrOf(bed, last(30) - minuteMs))).toMatchObject({ alert10min: true })
    await say(wire, bed, minutes(30, 16).slice(9))
    expect(await client.next(rrOf(bed, last(30)))).toMatchObject({ alert10min: true })
    // A minute is whole when the next one has begun (WA-8).
    await say(wire, bed, minutes(40, 16).slice(0, 1))
    expect(await client.next(rrOf(bed, last(30) + minuteMs))).toMatchObject({ alert10min: false })
    expect(notified()).toHaveLength(2)
    const episodes = `select direction, severity, raised_at, ended_at is not null as ended from episodes where resident_id = $1`
    const { rows } = await sql.query(episodes, [bed.patient_id])
    const raised_at = new Date(start + 5 * minuteMs)
    expect(rows).toEqual([{ direction: 'high', severity: 'danger', raised_at, ended: true }])
    const kept = await sql.query('select id, severity from notifications where patient_id = $1 order by created_at', [
      bed.patient_id,
    ])
    // One that became worse: the same comes again (AN-5).
    const [first, worse] = notified()
    expect([first!.id, first!.severity, worse!.severity]).toEqual([worse!.id, 'warning', 'danger'])
    expect(kept.rows).toEqual([{ id: first!.id, severity: 'danger' }])
  })

  test.each([
    { said: 'now', minutesAgo: 9, average: '10-minute average: 25' },
    { said: 'two hours ago', minutesAgo: 129, average: '10-minute average (received 2 h late): 25' },
  ])(
    '$said, stored before it was known whose they are, open an episode without a further one [LI-4][AL-2]',
    async ({ said, minutesAgo, average }) => {
      const data = [{ device_uid: `live-before ${said}` }]
      const { items } = await portal.send(createDevices, { clinic_id: ward.clinic_id, data })
      const names = { clinic_id: ward.clinic_id, first_name: 'Mary', last_name: 'Somerville', room: '8' }
      const { patient_id } = await portal.send(saveResident, names)
      const bed = { ...items[0]!, patient_id }
      const client = await joinClinic()
      const start = minuteOf(Date.now()) - minutesAgo * minuteMs
      const fast = Array.from({ length: 9 }, (_, n) => ({ ts: start + n * minuteMs, rr: 25, dist: 0.5 }))
      // Linked, but the portal hasn't heard of it: as when a reading arrives together with the link.
      await sql.query(
        `insert into device_assignments (clinic_id, device_id, resident_id, since) values ($1, $2, $3, now() - interval '1 day')`,
        [ward.clinic_id, bed.device_id, patient_id],
      )
      await say(await login(bed), bed, fast)
      await client.next(rrOf(bed, fast.at(-1)!.ts))
      const event = { type: 'changed', noun: 'devices', clinic_id: ward.clinic_id, device_id: bed.device_id }
      await sql.query(`select pg_notify('eupnea', $1)`, [JSON.stringify(event)])
      const description = expect.stringContaining(average)
      expect(await client.next(ofDevice(isAction('rr_notification'), bed))).toMatchObject({
        patient_id,
        rr: 25,
        description,
      })
      expect(await snapshotOf(bed)).toMatchObject({ patient_id, alert10min: true })
    },
  )

  test('of a resident who left leave with them: the episode ends, and the next one under the device begins anew [LI-4][AL-2]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const client = await joinClinic()
    const patient = await join(patientQuery(bed))
    const wire = await login(bed)
    const start = minuteOf(Date.now()) - 12 * minuteMs
    const slow = Array.from({ length: 10 }, (_, n) => ({ ts: start + n * minuteMs, rr: 9, dist: 0.5 }))
    await say(wire, bed, slow)
    const raised = await client.next(ofDevice(isAction('rr_notification'), bed))
    expect(raised).toMatchObject({ title: 'Low Respiratory', severity: 'warning', rr: 9 })
    expect(await client.next(rrOf(bed, slow.at(-1)!.ts))).toMatchObject({ alert10min: true })

    await portal.send(assignDevice, { device_id: bed.device_id, patient_id: bed.patient_id, status: 0 })
    const open = () => sql.query('select from episodes where resident_id = $1 and ended_at is null', [bed.patient_id])
    expect((await open()).rows).toHaveLength(0)
    const names = { clinic_id: ward.clinic_id, first_name: 'Mary', last_name: 'Somerville', room: '9' }
    const { patient_id } = await portal.send(saveResident, names)
    await portal.send(assignDevice, { device_id: bed.device_id, patient_id, status: 1 })
    // Viewers of the previous resident must not see the next one under that name.
    expect(await patient.closed).toBe(4404)

    // Stored before the next resident came, with a wave.
    const next = await join(patientQuery({ ...bed, patient_id }))
    const wave = { hz: 10, samples: [0, 1, 0] }
    await say(wire, bed, { ts: start + 10 * minuteMs, rr: 31, dist: 1, wave })
    expect(await snapshotOf({ ...bed, patient_id })).toMatchObject({ patient_id, rr: null, ts: null })
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    expect(items.find((one) => one.patient_id === patient_id)).toMatchObject({ realTimeRR: null, lastUpdated: null })

    // In the minute after the hand-over.
    const ts = Date.now() + minuteMs
    await say(wire, bed, { ts, rr: 9, dist: 0.5 })
    expect(await client.next(rrOf(bed, ts))).toMatchObject({
      alert10min: false,
      rr_last_mint: { avg: 9, min: 9, max: 9 },
    })
    expect(await snapshotOf({ ...bed, patient_id })).toMatchObject({ patient_id, rr: 9, alert10min: false })
    await next.next(rrOf(bed, ts))
    expect(next.messages.filter((message) => isAction('waveform')(message) || isAction('rr')(message))).toHaveLength(1)
  })
})
