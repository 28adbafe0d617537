import { readReport } from '@eupnea/contract/reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profiles } from '../../../sensors/simulator/profiles.ts'
import { createResident } from '../../../sensors/simulator/resident.ts'
import { readParquetRows } from '../../../tests/kit/read-parquet.ts'
import { FileRefused } from '../../platform/file-store.ts'
import { reportRoutes } from '../../reports/index.ts'
import { type Depot, daysAgo, openDepot, readingsFrom } from './archive.fixture.ts'
import type { StoredReading } from './archive.sql.ts'
import { archiveDays, forgetErased } from './write-archive.ts'

let depot: Depot
let clinic_id: string
beforeAll(async () => {
  depot = await openDepot((archive) => reportRoutes(archive))
  clinic_id = await depot.http.createClinic()
})
afterAll(() => depot.close())

const currentFiles = async (device_no: number) =>
  (
    await sql<{ id: string; day: string; rows: number; bytes: number; in_db: number }>`
      select id, day::text, rows, bytes, in_db from archive_files
      where device_no = ${device_no} and state = 'current' order by day, kind`.execute(depot.http.owner)
  ).rows

const asSent = (readings: readonly StoredReading[]) =>
  readings.map(({ ts, rr, dist, is_dist_absent, is_moving }) => ({
    ts,
    rr,
    dist: dist && Number(dist.toFixed(2)),
    is_dist_absent,
    is_moving,
  }))

describe('a day that is over', () => {
  it('leaves the database for a file and is read as before, by whole, part, page and count [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const first = daysAgo(3, 23)
    // Over midnight, and some of today.
    const readings = [...readingsFrom(first, 2_000, 3_000), ...readingsFrom(daysAgo(0), 10)]
    await depot.write(device.no, readings)
    const before = await depot.read(device.no)
    expect(asSent(before)).toEqual(asSent(readings))
    const source = () => depot.archive.open(depot.ask)
    const looks = async () => {
      const at = (index: number) => readings[index]!.ts
      const stretches = [
        { since: 0, until: Date.now() },
        { since: at(100) + 1, until: at(1_500) },
        { since: at(1_190), until: at(1_210) },
        { since: daysAgo(40), until: daysAgo(30) },
      ].map((stretch) => ({ device_no: device.no, ...stretch }))
      const found = []
      for (const stretch of stretches) {
        found.push(await source().count(stretch))
        for (const offset of [0, 1, 1_199, 1_995, 2_500])
          found.push(await source().select(stretch, { offset, limit: 7 }))
        found.push(await source().newest(stretch, 15))
      }
      return found
    }
    const wanted = await looks()
    // In both the database and files.
    await archiveDays({ ...depot.work, settledSeconds: 3_600 })
    expect(await depot.inDatabase(device.no)).toBe(2_010)
    expect(await currentFiles(device.no)).toMatchObject([{ rows: 1_200 }, { rows: 800 }])
    expect(await looks()).toEqual(wanted)
    await depot.archiveAll()
    expect(await depot.inDatabase(device.no)).toBe(10)
    expect(await looks()).toEqual(wanted)
    const admin = await depot.http.asUser()
    const report = await admin.call(readReport, {
      report: 'raw',
      device_id: device.id,
      start: new Date(daysAgo(4)).toISOString(),
      end: new Date(daysAgo(1)).toISOString(),
      page_size: 10_000,
    })
    expect(report.items).toEqual(before.slice(0, 2_000).map(({ ts, rr, dist }) => ({ ts, rr, dist })))
  })

  it('is a file that other programs read, with whose it is [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const readings = readingsFrom(daysAgo(3, 5), 500)
    await depot.write(device.no, readings)
    await depot.archiveAll()
    const [file] = await currentFiles(device.no)
    const rows = readParquetRows(depot.store.files.get(`archive/${file!.id}`)!)
    expect(rows).toHaveLength(500)
    for (const [index, { ts, rr, dist, is_dist_absent, is_moving }] of readings.entries())
      expect(rows[index]).toMatchObject({
        ...{ device_no: device.no, ts, is_dist_absent, is_moving },
        ...{ rr: rr && Math.fround(rr), dist: dist && Math.fround(dist) },
      })
  })

  it('takes at most 2.5 bytes a reading of a simulated sensor, with gaps [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const resident = createResident({ seed: 7, profile: profiles.steady, tz: 'Europe/London' })
    const begin = daysAgo(3)
    const readings: StoredReading[] = []
    for (let second = 0; second < 86_400; second++) {
      const sent = resident.readingAt(begin + second * 1_000 + ((second * 7_919) % 20))
      if (sent)
        readings.push({ ts: sent.ts, rr: sent.rr, dist: sent.dist ?? null, is_dist_absent: null, is_moving: null })
    }
    await depot.write(device.no, readings)
    await depot.archiveAll()
    const [file] = await currentFiles(device.no)
    expect(file!.rows).toBe(readings.length)
    expect(file!.bytes / file!.rows).toBeLessThan(2.5)
    expect(asSent(await depot.read(device.no))).toEqual(asSent(readings))
  })

  it('keeps waves bit by bit [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const waves = Array.from({ length: 30 }, (_, index) => ({
      ts: daysAgo(3, 4) + index * 1_000,
      samples: Buffer.from(Float32Array.from([index, Math.PI * index, -0.001]).buffer),
    }))
    for (const { ts, samples } of waves)
      await sql`insert into waves values (${device.no}, 1, ${new Date(ts).toISOString()}, 20, ${samples})`.execute(
        depot.http.owner,
      )
    await depot.archiveAll()
    const [file] = await currentFiles(device.no)
    const rows = readParquetRows(depot.store.files.get(`archive/${file!.id}`)!)
    expect(rows.map(({ ts, samples }) => ({ ts, samples: Buffer.from(samples as Uint8Array) }))).toEqual(waves)
    const { rows: left } = await sql`select from waves where device_no = ${device.no}`.execute(depot.http.owner)
    expect(left).toHaveLength(0)
  })

  it('gets its late readings too, and never the same twice [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const early = readingsFrom(daysAgo(4, 3), 100)
    await depot.write(device.no, early)
    await depot.archiveAll()
    const late = readingsFrom(daysAgo(4, 3) + 50_500, 100)
    // Some that are in the file already, as another instant's values: the first one wins.
    await depot.write(device.no, [...late, { ts: early[0]!.ts, rr: 99 }])
    const all = [...early, ...late].sort((a, b) => a.ts - b.ts)
    expect(asSent(await depot.read(device.no))).toEqual(asSent(all))
    expect(await depot.archive.open(depot.ask).count({ device_no: device.no, since: 0, until: Date.now() })).toBe(200)
    await depot.archiveAll()
    expect(await depot.inDatabase(device.no)).toBe(0)
    expect(await currentFiles(device.no)).toMatchObject([{ rows: 200 }])
    expect(asSent(await depot.read(device.no))).toEqual(asSent(all))
  })

  it('stays while it can get more than was compared, or was archived a moment ago [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    await depot.write(device.no, readingsFrom(daysAgo(5), 100))
    await archiveDays({ ...depot.work, settledSeconds: 3_600 })
    await depot.write(device.no, readingsFrom(daysAgo(5, 1), 1))
    const day = new Date(daysAgo(5)).toISOString().slice(0, 10)
    const [released] = await depot.ask<{ done: boolean }>(`select release_day($1, '0') as done`, [day])
    expect(released).toEqual({ done: false })
    expect(await depot.inDatabase(device.no)).toBe(101)
    const yesterday = new Date(daysAgo(1)).toISOString().slice(0, 10)
    await expect(depot.ask(`select release_day($1, '0')`, [yesterday])).rejects.toThrow('Not over for long enough')
  })

  it('stays when its file reads differently from what was written [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const readings = readingsFrom(daysAgo(6), 100)
    await depot.write(device.no, readings)
    const lossy = { ...depot.store, put: async () => {} }
    await archiveDays({ ...depot.work, store: lossy })
    expect(depot.warnings.at(-1)).toContain('missing')
    expect(await depot.inDatabase(device.no)).toBe(100)
    expect(await currentFiles(device.no)).toEqual([])
    await depot.archiveAll()
    expect(await depot.inDatabase(device.no)).toBe(0)
    expect(asSent(await depot.read(device.no))).toEqual(asSent(readings))
  })
})

describe('the archive', () => {
  it('is read whole after a failure at any step, and finished by the next round [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const readings = [...readingsFrom(daysAgo(8), 50), ...readingsFrom(daysAgo(7), 50)]
    await depot.write(device.no, readings)
    let left = 0
    const failing = <T>(work: () => Promise<T>): Promise<T> =>
      left-- > 0 ? work() : Promise.reject(new Error('cut off'))
    const store = {
      ...depot.store,
      put: (...words: Parameters<typeof depot.store.put>) => failing(() => depot.store.put(...words)),
      get: (...words: Parameters<typeof depot.store.get>) => failing(() => depot.store.get(...words)),
      remove: (...words: Parameters<typeof depot.store.remove>) => failing(() => depot.store.remove(...words)),
    }
    const pool = {
      query: (...words: [never, never]) => failing(() => depot.pool.query(...words)),
      async connect() {
        const client = await depot.pool.connect()
        return {
          query: (...words: [never, never]) => failing(() => client.query(...words) as unknown as Promise<unknown>),
          release: (isBroken?: boolean) => client.release(isBroken),
        }
      },
    } as unknown as typeof depot.pool
    let failures = 0
    for (let steps = 0; ; steps++) {
      left = steps
      const late = readingsFrom(daysAgo(8, 1 + failures), 1)
      const isDone = await archiveDays({ ...depot.work, store, pool }).then(
        () => true,
        () => false,
      )
      expect(asSent(await depot.read(device.no))).toEqual(asSent(readings.toSorted((a, b) => a.ts - b.ts)))
      if (isDone) break
      failures++
      // Now and then more comes, so that there is always something to be merged.
      if (steps % 5 === 0 && steps < 60) {
        await depot.write(device.no, late)
        readings.push(...late)
      }
    }
    expect(failures).toBeGreaterThan(15)
    await depot.archiveAll()
    expect(await depot.inDatabase(device.no)).toBe(0)
  })

  it('goes on with the others when the store refuses a file, and says so in the end [AR-1]', async () => {
    const [refused, other] = [await depot.addDevice(clinic_id), await depot.addDevice(clinic_id)]
    for (const { no } of [refused, other]) {
      await depot.write(no, readingsFrom(daysAgo(9), 50))
      await depot.write(no, readingsFrom(daysAgo(8), 50))
    }
    await depot.archiveAll()
    const [old] = await currentFiles(refused.no)
    for (const { no } of [refused, other]) await depot.write(no, readingsFrom(daysAgo(9, 2), 50))
    const refusal = new FileRefused(`S3 refuses file ${old!.id}`)
    const store = {
      ...depot.store,
      get: (...words: Parameters<typeof depot.store.get>) =>
        words[1] === old!.id ? Promise.reject(refusal) : depot.store.get(...words),
    }
    await expect(archiveDays({ ...depot.work, store })).rejects.toThrow(refusal.message)
    expect(await depot.inDatabase(other.no)).toBe(50)
    expect((await currentFiles(other.no)).map(({ rows }) => rows)).toEqual([100, 50])
    expect(await depot.inDatabase(refused.no)).toBe(50)
    // With a store that refuses everything it doesn't encode every day again.
    let puts = 0
    const closed = {
      ...depot.store,
      async put() {
        puts++
        throw refusal
      },
      get: () => Promise.reject(refusal),
    }
    for (let day = 10; day < 30; day++) await depot.write(other.no, readingsFrom(daysAgo(day), 2))
    await expect(archiveDays({ ...depot.work, store: closed })).rejects.toThrow(refusal.message)
    expect(puts).toBeLessThan(12)
    await depot.archiveAll()
    for (const { no } of [refused, other]) expect(await depot.inDatabase(no)).toBe(0)
  })

  it('stays in its file when the commit that kept it is not answered [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const [first, late] = [readingsFrom(daysAgo(8), 50), readingsFrom(daysAgo(8, 1), 5)]
    await depot.write(device.no, first)
    await depot.archiveAll()
    expect(await depot.inDatabase(device.no)).toBe(0)
    await depot.write(device.no, late)
    let lost = 0
    const pool = {
      query: (...words: [never, never]) => depot.pool.query(...words),
      async connect() {
        const client = await depot.pool.connect()
        let keeps = false
        return {
          async query(...words: [string, never]) {
            keeps ||= /set state = 'current'/.test(words[0])
            const answer = await client.query(...words)
            if (!keeps || !/^commit/i.test(words[0])) return answer
            lost++
            throw new Error('Connection terminated')
          },
          release: (isBroken?: boolean) => client.release(isBroken),
        }
      },
    } as unknown as typeof depot.pool
    await archiveDays({ ...depot.work, pool }).catch(() => {})
    expect(lost).toBeGreaterThan(0)
    const all = asSent([...first, ...late].toSorted((a, b) => a.ts - b.ts))
    expect(asSent(await depot.read(device.no))).toEqual(all)
    await depot.archiveAll()
    expect(asSent(await depot.read(device.no))).toEqual(all)
  })

  it('keeps the file before when the new one is taken away while it is written [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const [first, late] = [readingsFrom(daysAgo(8), 50), readingsFrom(daysAgo(8, 1), 5)]
    await depot.write(device.no, first)
    await depot.archiveAll()
    const before = await currentFiles(device.no)
    await depot.write(device.no, late)
    const store = {
      ...depot.store,
      async put(...words: Parameters<typeof depot.store.put>) {
        await depot.store.put(...words)
        await sql`update archive_files set state = 'removed' where id = ${words[1]}`.execute(depot.http.owner)
      },
    }
    await archiveDays({ ...depot.work, store })
    expect(depot.warnings.at(-1)).toContain('was taken away')
    expect(await currentFiles(device.no)).toEqual(before)
    const all = asSent([...first, ...late])
    expect(asSent(await depot.read(device.no))).toEqual(all)
    await depot.archiveAll()
    expect(await depot.inDatabase(device.no)).toBe(0)
    expect(asSent(await depot.read(device.no))).toEqual(all)
  })

  it('keeps what another node has written while this one stood still [AR-1] [LI-9]', async () => {
    const device = await depot.addDevice(clinic_id)
    const [first, late] = [readingsFrom(daysAgo(8), 50), readingsFrom(daysAgo(8, 1), 5)]
    await depot.write(device.no, first)
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const store = {
      ...depot.store,
      async put(...words: Parameters<typeof depot.store.put>) {
        begun.resolve()
        await goesOn.promise
        await depot.store.put(...words)
      },
    }
    const still = archiveDays({ ...depot.work, store })
    await begun.promise
    await depot.write(device.no, late)
    await depot.archiveAll()
    expect(await depot.inDatabase(device.no)).toBe(0)
    goesOn.resolve()
    await still
    const all = asSent([...first, ...late])
    expect(asSent(await depot.read(device.no))).toEqual(all)
    await depot.archiveAll()
    expect(asSent(await depot.read(device.no))).toEqual(all)
  })

  it('leaves no file behind of which nothing is known any more [AR-1] [PR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    await depot.write(device.no, readingsFrom(daysAgo(8), 50))
    const before = new Set(depot.store.files.keys())
    const store = {
      ...depot.store,
      // As after so long a standstill that the row of its file was taken for one of a node that died.
      async put(...words: Parameters<typeof depot.store.put>) {
        await sql`delete from archive_files where id = ${words[1]}`.execute(depot.http.owner)
        await depot.store.put(...words)
      },
    }
    await archiveDays({ ...depot.work, store })
    expect([...depot.store.files.keys()].filter((key) => !before.has(key))).toEqual([])
    await depot.archiveAll()
    expect(await depot.read(device.no)).toHaveLength(50)
  })

  it('names a damaged file and serves the rest; while the store is away, it says so [AR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    await depot.write(device.no, [...readingsFrom(daysAgo(10), 20), ...readingsFrom(daysAgo(9), 20)])
    await depot.archiveAll()
    const [first] = await currentFiles(device.no)
    const files = depot.store.files as Map<string, Buffer>
    const key = `archive/${first!.id}`
    const whole = files.get(key)!
    const admin = await depot.http.asUser()
    const input = {
      report: 'raw' as const,
      device_id: device.id,
      start: new Date(daysAgo(10)).toISOString(),
      end: new Date(daysAgo(8)).toISOString(),
    }
    files.set(key, Buffer.from(whole.map((byte, at) => (at === 40 ? byte ^ 1 : byte))))
    expect(await admin.call(readReport, input)).toMatchObject({
      items: Array.from({ length: 20 }, (_, index) => ({ ts: daysAgo(9) + index * 1_000 })),
      unreadable_days: [first!.day],
    })
    const csv = `/reports?${new URLSearchParams(input)}`
    expect(await admin.send('GET', `${csv}&format=csv`)).toMatchObject({
      status: 503,
      body: { code: 'archive_damaged' },
    })
    files.set(key, whole)
    expect(await admin.call(readReport, input)).not.toHaveProperty('unreadable_days')
    const get = depot.store.get
    const other = await depot.addDevice(clinic_id)
    await depot.write(other.no, readingsFrom(daysAgo(10), 20))
    await depot.archiveAll()
    Object.assign(depot.store, { get: () => Promise.reject(new Error('connect ECONNREFUSED')) })
    try {
      const { status, body } = await admin.refused(readReport, { ...input, device_id: other.id })
      expect([status, body.code]).toEqual([503, 'archive_away'])
      await depot.write(other.no, readingsFrom(daysAgo(9), 20))
      await expect(depot.archiveAll()).rejects.toThrow('ECONNREFUSED')
      expect(await depot.inDatabase(other.no)).toBe(20)
    } finally {
      Object.assign(depot.store, { get })
    }
    await depot.archiveAll()
    expect(await depot.inDatabase(other.no)).toBe(0)
  })

  it('shows a facility what its own residents breathed, and nobody else’s [AR-2]', async () => {
    const elsewhere = await depot.http.createClinic()
    const device = await depot.addDevice(clinic_id)
    await depot.write(device.no, readingsFrom(daysAgo(12), 20))
    // It moved during the day.
    await sql`update devices set clinic_id = ${elsewhere} where id = ${device.id}`.execute(depot.http.owner)
    await depot.write(device.no, readingsFrom(daysAgo(12, 1), 5))
    await depot.archiveAll()
    expect((await currentFiles(device.no)).map((file) => file.rows).sort()).toEqual([20, 5])
    const staff = await depot.http.asUser({ groups: ['clinic'], clinicIds: [elsewhere] })
    const report = await staff.call(readReport, {
      report: 'raw',
      device_id: device.id,
      start: new Date(daysAgo(13)).toISOString(),
      end: new Date(daysAgo(11)).toISOString(),
    })
    expect(report).toMatchObject({ items: Array(5).fill({}), pagination: { total_records: 5 } })
    expect(await depot.read(device.no)).toHaveLength(25)
  })

  it('hides an erased person at once, and rewrites the files without them [AR-2] [PR-1]', async () => {
    const device = await depot.addDevice(clinic_id)
    const days = [20, 19, 18].map((days) => readingsFrom(daysAgo(days), 288, 300_000))
    await depot.write(device.no, days.flat())
    const from = daysAgo(20, 6)
    const to = daysAgo(18, 6)
    const { rows } = await sql<{ id: string }>`
      with r as (
        insert into residents (clinic_id, first_name, last_name, room, status)
        values (${clinic_id}, 'Ada', 'Byron', '7', 2) returning id
      ), a as (
        insert into device_assignments (clinic_id, device_id, resident_id, since, until)
        select ${clinic_id}, ${device.id}, id, ${new Date(from).toISOString()}, ${new Date(to).toISOString()} from r
      ) select id from r`.execute(depot.http.owner)
    await depot.archiveAll()
    const others = days.flat().filter(({ ts }) => ts < from || ts >= to)
    const before = await currentFiles(device.no)
    expect(before).toMatchObject([{ rows: 288 }, { rows: 288 }, { rows: 288 }])
    await depot.http.databases.identity.transaction().execute(async (db) => {
      await sql`select set_config('app.scope', 'all', true), erase_resident(${rows[0]!.id})`.execute(db)
    })
    expect(asSent(await depot.read(device.no))).toEqual(asSent(others))
    expect(await depot.archive.open(depot.ask).count({ device_no: device.no, since: 0, until: Date.now() })).toBe(288)
    await forgetErased(depot.work)
    await depot.archiveAll()
    const after = await currentFiles(device.no)
    expect(after).toMatchObject([{ rows: 72 }, { rows: 216 }])
    const kept = after.flatMap(({ id }) => readParquetRows(depot.store.files.get(`archive/${id}`)!))
    expect(kept.map(({ ts }) => ts)).toEqual(others.map(({ ts }) => ts))
    // Those before are gone from the store.
    for (const { id } of before) expect(depot.store.files.has(`archive/${id}`)).toBe(false)
    expect(asSent(await depot.read(device.no))).toEqual(asSent(others))
  })

  it('keeps files for as long as readings are kept, and at least 30 days [AR-2]', async () => {
    // Days that old are dropped once they are empty.
    await sql`select keep_partitions(current_date - 60, current_date, current_date - 400, current_date - 400)`.execute(
      depot.http.owner,
    )
    const device = await depot.addDevice(clinic_id)
    await depot.write(device.no, [...readingsFrom(daysAgo(45), 5), ...readingsFrom(daysAgo(25), 5)])
    await depot.archiveAll()
    const files = await currentFiles(device.no)
    expect(files).toHaveLength(2)
    await archiveDays({ ...depot.work, retention: { readingsDays: 1, minutesDays: 1 } })
    expect((await currentFiles(device.no)).map(({ id }) => id)).toEqual([files[1]!.id])
    await depot.archiveAll()
    expect(depot.store.files.has(`archive/${files[0]!.id}`)).toBe(false)
    expect(depot.store.files.has(`archive/${files[1]!.id}`)).toBe(true)
  })

  it('leaves days and files alone while a backup runs [AR-2]', async () => {
    const device = await depot.addDevice(clinic_id)
    await depot.write(device.no, readingsFrom(daysAgo(15), 5))
    const client = await depot.pool.connect()
    try {
      await client.query(`select pg_advisory_lock_shared(hashtext('archive_backup'))`)
      await depot.archiveAll()
      expect(await depot.inDatabase(device.no)).toBe(5)
      expect(depot.warnings.at(-1)).toContain('waits for a backup')
    } finally {
      await client.query('select pg_advisory_unlock_all()')
      client.release()
    }
    await depot.archiveAll()
    expect(await depot.inDatabase(device.no)).toBe(0)
  })
})
