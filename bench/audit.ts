import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../sensors/read-options.ts'
import { createPool } from '../server/platform/database.ts'
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/index.ts'
import { migrate } from '../server/platform/migrate.ts'
import { count, line, median } from './kit/numbers.ts'

/**
 * What the hash chains of the audit log cost: entries a second with and without them, first one per transaction from
 * several writers at once, then thousands in one transaction. The last line is the ratio of the first pair (median).
 */
readOptions({})
const [writers, entries, bulk, rounds] = [12, 6_000, 10_000, 5]

const dataDir = await mkdtemp(join(tmpdir(), 'eupnea-audit-'))
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
const { connection } = postgres
const pool = createPool(connection, { name: 'audit', max: writers })
const insert = (rows: number) =>
  `insert into audit_entries (actor_type, actor_id, actor_name, act, clinic_id, resident_id, detail)
   select 'user', 'u', 'ada@house.example', 'resident.read', 'maple', 'r' || n, '{"page": 1}'
   from generate_series(1, ${rows}) n`

/** @returns entries a second */
async function measure(work: () => Promise<number>): Promise<number> {
  const begin = performance.now()
  const written = await work()
  return (written * 1_000) / (performance.now() - begin)
}
const apart = () =>
  measure(async () => {
    let left = entries
    const write = async () => {
      for (; left > 0; left--) await pool.query(insert(1))
    }
    await Promise.all(Array.from({ length: writers }, write))
    return entries
  })
const together = () =>
  measure(async () => {
    await pool.query(insert(bulk))
    return bulk
  })

try {
  await migrate(connection, () => {})
  await apart()
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const chained = [await apart(), await together()]
    await pool.query('alter table audit_entries disable trigger chain_audit_entries')
    const bare = [await apart(), await together()]
    await pool.query('alter table audit_entries enable trigger chain_audit_entries')
    line(
      `${count(chained[0]!)} entries/s of ${writers} writers, without chains ${count(bare[0]!)}; ` +
        `${bulk} at once ${count(chained[1]!)}/s, without ${count(bare[1]!)}/s`,
    )
    ratios.push(chained[0]! / bare[0]!)
  }
  const { rows } = await pool.query('select count(*)::int as chains from audit_chains')
  line(`${rows[0].chains} chains`)
  line(median(ratios).toFixed(2))
} finally {
  await pool.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
