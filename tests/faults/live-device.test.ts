import { setTimeout as sleep } from 'node:timers/promises'
import { listMalformedMessages, readDevice, rotateDeviceKey } from '@eupnea/contract/devices.ts'
import { emptyLastMinute, ticks, topics } from '@eupnea/contract/live.ts'
import { listLastRr } from '@eupnea/contract/residents.ts'
import { minuteOf } from '@eupnea/contract/rules/minute.ts'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isAction, ofDevice, rrOf } from '../kit/live-client.ts'
import type { Bed } from '../kit/ward.ts'
import {
  join,
  joinClinic,
  login,
  newBed,
  patience,
  patientQuery,
  portal,
  postgres,
  snapshotOf,
  sql,
  statusOf,
  useLivePortal,
  ward,
} from './live.fixture.ts'
import { say, type Wire } from './wire.ts'

/** Sensors that come, go and speak, from outside. */

useLivePortal()

describe('a device', () => {
  test('that dies is disconnected by its last will: distance and last minute are cleared until it speaks again [LI-6][LI-7]', async () => {
    const bed = newBed()
    const watching = [await joinClinic(), await join(patientQuery(bed)), await join({ room: 'CLINIC-ADMIN' })]
    const wire = await login(bed, { will: true })
    const ts = Date.now()
    await say(wire, bed, { ts, rr: 15, dist: 0.5 })
    for (const client of watching) await client.next(statusOf(bed, 1))
    wire.cut()
    for (const client of watching) await client.next(statusOf(bed, 0))
    expect(await snapshotOf(bed)).toMatchObject({ status: 0, dist_rr: null, rr_last_mint: emptyLastMinute })
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    expect(items.find(({ device_id }) => device_id === bed.device_id)).toMatchObject({
      device_conn_status: 0,
      dist_rr: null,
      rr_last_mint: emptyLastMinute,
    })
    expect(await portal.send(readDevice, { device_id: bed.device_id })).toMatchObject({ device_conn_status: 0 })

    const again = await login(bed, { will: true })
    await say(again, bed, { ts: ts + 1_000, rr: 17, dist: 0.5 })
    const { rr_last_mint } = await watching[0]!.next(rrOf(bed, ts + 1_000))
    const isOneMinute = minuteOf(ts) === minuteOf(ts + 1_000)
    expect(rr_last_mint).toMatchObject({ avg: isOneMinute ? 16 : 17, max: 17, min: isOneMinute ? 15 : 17 })
    expect(await snapshotOf(bed)).toMatchObject({ status: 1, dist_rr: 0.5 })
  })

  test('that speaks over a new connection is not disconnected by the last will of the old one [LI-6]', async () => {
    const [bed, other] = [newBed(), newBed()]
    const client = await joinClinic()
    const [old, last] = [await login(bed, { will: true }), await login(other, { will: true })]
    const ts = Date.now()
    await say(old, bed, { ts, rr: 15, dist: 0.5 })
    await say(last, other, { ts, rr: 15, dist: 0.5 })
    await login(bed, { will: true })
    old.cut()
    // Arrives after the first one, whose last will has been handled by then.
    last.cut()
    await client.next(statusOf(other, 0))
    expect(await snapshotOf(bed)).toMatchObject({ status: 1, dist_rr: 0.5 })
  })

  test('that has gone back to an old connection is disconnected by the last will of that one [LI-6][LI-7]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const old = await login(bed, { will: true })
    await say(old, bed, { ts: Date.now(), rr: 15, dist: 0.5 })
    await client.next(statusOf(bed, 1))
    const brief = await login(bed, { clientId: 'brief' })
    brief.cut()
    await brief.closed
    await say(old, bed, { ts: Date.now(), rr: 16, dist: 0.5 })
    old.cut()
    await client.next(statusOf(bed, 0))
  })

  test('that says goodbye itself is disconnected too, and its status tells its firmware [LI-6]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const wire = await login(bed)
    const facts = { fw_version: '2.1.0', softap_ssid: 'bed', target_ssid: 'ward' }
    await wire.publish(topics.status(bed.device_id), JSON.stringify({ online: true, ...facts }), { retain: true })
    await client.next(statusOf(bed, 1))
    expect(await portal.send(readDevice, { device_id: bed.device_id })).toMatchObject({
      ...facts,
      device_conn_status: 1,
    })
    await wire.publish(topics.status(bed.device_id), JSON.stringify({ online: false }), { retain: true })
    await client.next(statusOf(bed, 0))
  })

  test('whose key was changed is disconnected immediately, and may sign in only with the new one [LI-1]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    const key = await portal.send(rotateDeviceKey, { device_id: bed.device_id })
    await wire.closed
    await expect(login(bed)).rejects.toMatchObject({ code: 4 })
    await say(await login({ ...bed, key }), bed, { ts: Date.now(), rr: 16, dist: 1 })
  })

  test('whose key was changed is cut off also when the word of it was lost, and one that may not connect any more too [LI-1][DE-8]', async () => {
    const [changed, inactive, same] = [newBed(), newBed(), newBed()]
    const [first, second, third] = [await login(changed), await login(inactive), await login(same)]
    // Pretends that a lost database connection swallowed the events.
    await sql.query(`update devices set key_hash = sha256('another') where id = $1`, [changed.device_id])
    await sql.query(`update devices set inventory_status = 'inactive' where id = $1`, [inactive.device_id])
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'eupnea-events'`)
    await first.closed
    await second.closed
    expect(third.isOpen).toBe(true)
  })

  /** @returns its status, once its actions had to wait for `lock` */
  async function heldBack(lock: string, bed: Bed, act: (wire: Wire) => Promise<unknown>[]) {
    const wire = await login(bed)
    await wire.publish(topics.status(bed.device_id), '{"online":true}')
    const holder = await sql.connect()
    let acts: Promise<unknown>[]
    try {
      await holder.query(`begin; ${lock}`)
      acts = act(wire)
      const waiting = () => holder.query('select from pg_locks where not granted')
      await expect.poll(async () => (await waiting()).rowCount, patience).toBeGreaterThan(0)
      // An answer to the last packet means that everything before it was read. So was everything sent in the same
      // chunk, and the broker reads no further while that is in progress.
      await Promise.race([wire.subscribe(topics.config(bed.device_id)), sleep(1_000)])
    } finally {
      await holder.query('commit')
      holder.release()
    }
    await Promise.all(acts)
    return (await snapshotOf(bed))?.status
  }

  test('that says one thing after another is what it said last [LI-6][LI-7]', async () => {
    const bed = newBed()
    const status = await heldBack(`select from devices where id = '${bed.device_id}' for update`, bed, (wire) =>
      ['{"online":true,"fw_version":"2"}', '{"online":false}'].map((said) =>
        wire.publish(topics.status(bed.device_id), said),
      ),
    )
    expect(status).toBe(0)
    expect((await portal.send(readDevice, { device_id: bed.device_id })).device_conn_status).toBe(0)
  })

  test('whose last words are a reading and a goodbye is disconnected [LI-6][LI-7]', async () => {
    const bed = newBed()
    const status = await heldBack('lock table readings in exclusive mode', bed, (wire) => [
      say(wire, bed, { ts: Date.now(), rr: 16, dist: 1 }),
      wire.publish(topics.status(bed.device_id), '{"online":false}'),
    ])
    expect(status).toBe(0)
  })

  test('that goes right after a reading is gone for who watches, who had the reading before [LI-5][LI-6][LI-7]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const wire = await login(bed)
    await say(wire, bed, { ts: Date.now(), rr: 16, dist: 1 })
    await wire.publish(topics.status(bed.device_id), '{"online":false}')
    await client.next(statusOf(bed, 0))
    await sleep(2 * ticks.numbers)
    const told = client.messages.filter(ofDevice((m) => isAction('rr')(m) || isAction('status')(m), bed))
    expect(told).toMatchObject([
      { action: 'status', status: 1 },
      { action: 'rr', rr: 16, dist_rr: 1 },
      { action: 'status', status: 0 },
    ])
  })

  test('whose last words are a wave and a goodbye is disconnected [LI-6][LI-7]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    const wave = { hz: 10, samples: Array.from({ length: 50 }, (_, n) => Math.sin(n)) }
    const ts = Date.now()
    // Stored readings, whose rates are estimated a few at a time.
    const stored = Array.from({ length: 200 }, (_, n) => ({ ts: ts - n * 5_000, wave }))
    await Promise.all([
      wire.publish(topics.telemetry(bed.device_id), JSON.stringify(stored)),
      wire.publish(topics.status(bed.device_id), '{"online":false}'),
    ])
    expect(await snapshotOf(bed)).toMatchObject({ status: 0 })
    expect((await portal.send(readDevice, { device_id: bed.device_id })).device_conn_status).toBe(0)
  })

  const silent = `now() - interval '2 minutes'`
  const noOf = (bed: Bed) => `(select no from devices where id = '${bed.device_id}')`

  test('taken for silent while its reading is being stored is connected when it is, for everybody [LI-5][LI-7]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const wire = await login(bed)
    await say(wire, bed, { ts: Date.now() - 1_000, rr: 16, dist: 1 })
    await client.next(statusOf(bed, 1))
    const holder = await sql.connect()
    let said: Promise<void>
    try {
      await holder.query('begin; lock table readings in exclusive mode')
      said = say(wire, bed, { ts: Date.now(), rr: 17, dist: 1 })
      const waiting = () => holder.query('select from pg_locks where not granted')
      await expect.poll(async () => (await waiting()).rowCount, patience).toBeGreaterThan(0)
      const beside = new pg.Client(postgres.connection)
      await beside.connect()
      await beside.query(`update latest set seen_at = ${silent} where device_no = ${noOf(bed)}`)
      await beside.query(`update presence set changed_at = ${silent} where device_no = ${noOf(bed)}`)
      await beside.end()
      await client.next(statusOf(bed, 0))
    } finally {
      await holder.query('commit')
      holder.release()
    }
    await said
    expect(await snapshotOf(bed)).toMatchObject({ status: 1 })
    const listed = async () => (await portal.send(readDevice, { device_id: bed.device_id })).device_conn_status
    await expect.poll(listed, patience).toBe(1)
  })

  test('that says again and again that it is there is not silent [LI-7]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    await wire.publish(topics.status(bed.device_id), '{"online":true}')
    const beside = new pg.Client(postgres.connection)
    await beside.connect()
    try {
      const almost = `now() - interval '80 seconds'`
      await beside.query(`update presence set changed_at = ${almost} where device_no = ${noOf(bed)}`)
      await wire.publish(topics.status(bed.device_id), '{"online":true}')
      const heard = `select now() - changed_at < interval '60 seconds' as heard from presence where device_no = ${noOf(bed)}`
      expect((await beside.query(heard)).rows).toEqual([{ heard: true }])
    } finally {
      await beside.end()
    }
  })

  test('whose status is not UTF-8 is answered, and it is counted [LI-1][AP-3]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    const latin = Buffer.from('{"online":true,"target_ssid":"Caf\u00e9"}', 'latin1')
    await wire.publish(topics.status(bed.device_id), latin)
    const counted = async () => (await portal.send(listMalformedMessages, { device_id: bed.device_id })).items
    await expect.poll(counted, patience).toMatchObject([{ reason: 'status_malformed', count: 1 }])
  })

  test('whose status the database refuses is answered, and its stream goes on [LI-1]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    await sql.query(`alter table devices add constraint refused check (fw_version <> 'refused')`)
    try {
      await wire.publish(topics.status(bed.device_id), '{"online":true,"fw_version":"refused"}')
    } finally {
      await sql.query('alter table devices drop constraint refused')
    }
    await say(wire, bed, { ts: Date.now(), rr: 16, dist: 1 })
    const counted = async () => (await portal.send(listMalformedMessages, { device_id: bed.device_id })).items
    await expect.poll(counted, patience).toMatchObject([{ reason: 'not_storable', count: 1 }])
  })
})
