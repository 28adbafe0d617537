import { type ReadingRow, storeReadings } from '../../server/live/ingest/ingest.sql.ts'
import { createPool } from '../../server/platform/database.ts'
import { roleName } from '../../server/platform/database-roles.ts'
import { findRunning } from '../../server/platform/embedded-postgres/index.ts'
import { answer } from './child.ts'

/** Inserts rows directly into the portal's PostgreSQL over its socket: one connection, a commit per batch, no MQTT. */

export interface InsertAsk {
  /** of a running portal */
  readonly dataDir: string
  readonly deviceCount: number
  /** rows per batch */
  readonly size: number
  readonly seconds: number
  /** only readings, or everything ingest stores from them: minutes, newest values, presence */
  readonly what: 'readings' | 'everything'
}

const insertText = `
  insert into readings (device_no, clinic_no, ts, rr, dist)
  select device_no, clinic_no, timestamptz 'epoch' + ms * interval '1 millisecond', rr, dist
  from unnest($1::int4[], $2::int4[], $3::float8[], $4::real[], $5::real[]) t (device_no, clinic_no, ms, rr, dist)
  on conflict do nothing`

/** Answers with rows per second. */
answer<InsertAsk, number>(async ({ dataDir, deviceCount, size, seconds, what }) => {
  const connection = { ...findRunning(dataDir)!, options: `-c role=${roleName('work')}` }
  const pool = createPool(connection, { name: 'bench', max: 1, settings: { 'app.scope': 'all' } })
  try {
    const client = await pool.connect()
    const { rows: devices } = await client.query<{ no: number; clinic_no: number }>(
      'select device_no as no, clinic_no from device_places order by 1 limit $1',
      [deviceCount],
    )
    const began = Date.now()
    let made = 0
    const batch = (): ReadingRow[] =>
      Array.from({ length: size }, () => {
        const { no, clinic_no } = devices[made % devices.length]!
        const ms = began + Math.floor(made++ / devices.length)
        return {
          deviceNo: no,
          clinicNo: clinic_no,
          ms,
          rr: 14 + (made % 40) / 10,
          isDistAbsent: null,
          isMoving: null,
          dist: 0.85,
        }
      })
    const list = (values: readonly unknown[]) => `{${values.join(',')}}`
    const insert = async (rows: readonly ReadingRow[]) => {
      await client.query('begin')
      if (what === 'everything') await storeReadings(client, rows, true, [], new Map())
      else
        await client.query({
          name: 'insert',
          text: insertText,
          values: [
            list(rows.map((row) => row.deviceNo)),
            list(rows.map((row) => row.clinicNo)),
            list(rows.map((row) => row.ms)),
            list(rows.map((row) => row.rr)),
            list(rows.map((row) => row.dist)),
          ],
        })
      await client.query('commit')
    }
    const start = performance.now()
    let rows = 0
    while (performance.now() - start < seconds * 1_000) {
      await insert(batch())
      rows += size
    }
    const rate = rows / ((performance.now() - start) / 1_000)
    client.release()
    return rate
  } finally {
    await pool.end()
  }
})
