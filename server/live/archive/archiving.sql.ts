import type pg from 'pg'
import { type ArchiveFile, type Ask, askOf, columnsOfFile, instant, msOf, tsOf, within } from './archive.sql.ts'
import { type Columns, columnsFrom, type Kind, typesOf } from './columns.ts'

/** What writes and removes files: table archive_files. Reads the views stored_readings, stored_waves and stored_minutes. */

/** A node that stands still holds nobody up, as in `withCtx`: people are erased, and days leave the database. */
export const archivePool = {
  ...{ name: 'archive', max: 1 },
  settings: { 'app.scope': 'all', idle_in_transaction_session_timeout: '10s' },
}

/** Days with rows in the database that were over `days` days ago. */
export const selectDays = async (ask: Ask, days: number): Promise<string[]> =>
  (await ask<{ day: string }>('select archivable_days as day from archivable_days($1)', [days])).map(({ day }) => day)

/** First days of months with minutes in the database that were over `days` days ago. */
export const selectMonths = async (ask: Ask, days: number): Promise<string[]> =>
  (await ask<{ day: string }>('select archivable_months as day from archivable_months($1)', [days])).map(
    ({ day }) => day,
  )

/** What is to be written into a file, again or for the first time. */
export interface Due {
  readonly kind: Kind
  readonly day: string
  readonly device_no: number
  readonly clinic_no: number
}

/** Devices whose rows of a day aren't all in their file, as far as can be told by their number. */
export async function selectDue(ask: Ask, kind: Kind, day: string): Promise<Due[]> {
  const found = await ask<Pick<Due, 'device_no' | 'clinic_no'>>(
    `select p.device_no, p.clinic_no
     from (select device_no, clinic_no, count(*) as n from stored_${kind} where ts >= $1 and ts < $2 group by 1, 2) p
     left join current_archive_files f
       on f.device_no = p.device_no and f.clinic_no = p.clinic_no and f.kind = $3 and f.day = $4
     where f.in_db is distinct from p.n order by 1, 2`,
    [...boundsOf(kind, day), kind, day],
  )
  return found.map((one) => ({ kind, day, ...one }))
}

/** Files that hold something of erased people. */
export const selectErasedFiles = (ask: Ask): Promise<Due[]> =>
  ask(
    `select kind, day, device_no, clinic_no from archive_files where state = 'current' and erased <> '{}' order by id`,
    [],
  )

/** A file that is being written: what it is made of. */
export interface Draft {
  readonly id: string
  readonly old: ArchiveFile | undefined
  /** rows of the database */
  readonly stored: Columns
}

/** Announces a file and reads what goes into it; people can't be erased until the transaction ends. */
export async function beginFile(ask: Ask, due: Due): Promise<Draft> {
  const { kind, day, device_no, clinic_no } = due
  await ask('select hold_archive()', [])
  const [pending] = await ask<{ id: string }>(
    'insert into archive_files (kind, day, device_no, clinic_no) values ($1, $2, $3, $4) returning id',
    [kind, day, device_no, clinic_no],
  )
  const [old] = await ask<ArchiveFile>(
    `select ${columnsOfFile} from current_archive_files
     where kind = $1 and day = $2 and device_no = $3 and clinic_no = $4`,
    [kind, day, device_no, clinic_no],
  )
  const names = typesOf(kind).map(([name, type]) => (type === 'instant?' ? `${msOf(name)} as ${name}` : name))
  const rows = await ask<Record<string, unknown>>(
    `select ${[tsOf, ...names].join(', ')} from stored_${kind} r where ${within} and clinic_no = $4 order by r.ts`,
    [device_no, ...boundsOf(kind, day), clinic_no],
  )
  return { id: pending!.id, old, stored: columnsFrom(kind, (name) => rows.map((row) => row[name])) }
}

/** What the file of a day holds: [since, until). */
function boundsOf(kind: Kind, day: string): [string, string] {
  const first = Temporal.PlainDate.from(day)
  const end = first.add(kind === 'minutes' ? { months: 1 } : { days: 1 })
  return [`${first}T00:00:00Z`, `${end}T00:00:00Z`]
}

export interface Written {
  readonly rows: number
  readonly in_db: number
  readonly first: number
  readonly last: number
  readonly bytes: number
  readonly digest: Buffer
}

/**
 * From now on it is read instead of the one before.
 * @returns false when it was taken away meanwhile, or the one before was: by another node, if this one stood still
 */
export async function keepFile(ask: Ask, due: Due, { id, old }: Draft, written: Written): Promise<boolean> {
  const pending = await ask(`select id from archive_files where id = $1 and state = 'pending' for update`, [id])
  if (pending.length === 0 || !(await removeCurrent(ask, due, old))) return false
  await ask(
    `update archive_files set state = 'current', changed_at = now(), rows = $2, first_ts = $3, last_ts = $4,
       bytes = $5, digest = $6, in_db = case in_db when -1 then -1 else $7 end
     where id = $1`,
    [id, written.rows, instant(written.first), instant(written.last), written.bytes, written.digest, written.in_db],
  )
  return true
}

/** Takes a file away of which nothing is left. @returns as keepFile */
export async function dropFile(ask: Ask, due: Due, { id, old }: Draft): Promise<boolean> {
  await removeFile(ask, id)
  return removeCurrent(ask, due, old)
}

/** @returns false, and changes nothing, when what is read is another than `old` */
async function removeCurrent(ask: Ask, due: Due, old: ArchiveFile | undefined): Promise<boolean> {
  const { kind, day, device_no, clinic_no } = due
  const [current] = await ask<{ id: string }>(
    `select id from archive_files
     where state = 'current' and kind = $1 and day = $2 and device_no = $3 and clinic_no = $4 for update`,
    [kind, day, device_no, clinic_no],
  )
  if (current?.id !== old?.id) return false
  if (old) await ask(`update archive_files set state = 'removed', changed_at = now() where id = $1`, [old.id])
  return true
}

export const removeFile = (ask: Ask, id: string): Promise<unknown[]> =>
  ask(`update archive_files set state = 'removed', changed_at = now() where id = $1 and state = 'pending'`, [id])

/** @param settled how long its files must have been there, s @returns false when something of it is in no file */
export const releaseDay = async (ask: Ask, day: string, settled: number): Promise<boolean> =>
  (await ask<{ done: boolean }>(`select release_day($1, $2 * interval '1 second') as done`, [day, settled]))[0]!.done

/** The same for a month of minutes; false also while an earlier one is in the database. */
export const releaseMinutes = async (ask: Ask, month: string, settled: number): Promise<boolean> =>
  (await ask<{ done: boolean }>(`select release_minutes($1, $2 * interval '1 second') as done`, [month, settled]))[0]!
    .done

export const dropReleasedDays = (ask: Ask): Promise<unknown[]> => ask('select drop_released_days()', [])

/** Days for which each kind is kept. */
export interface Retention {
  readonly readingsDays: number
  readonly minutesDays: number
}

/**
 * Takes away what is older than the retention, but nothing of the last 30 days, and what was never finished. A month of
 * minutes goes when all of it is old.
 */
export async function removeOldFiles(ask: Ask, { readingsDays, minutesDays }: Retention): Promise<void> {
  await ask(
    `update archive_files set state = 'removed', changed_at = now()
     where state = 'current' and case kind when 'minutes' then day + interval '1 month' <= current_date - greatest($2::int, 30)
       else day < current_date - greatest($1::int, 30) end`,
    [readingsDays, minutesDays],
  )
  await ask(
    `update archive_files set state = 'removed', changed_at = now()
     where state = 'pending' and changed_at < now() - interval '1 hour'`,
    [],
  )
}

/** Files that nobody can be reading any more; none while a backup may want them. */
export async function selectRemoved(ask: Ask, settled: number): Promise<string[]> {
  const [lock] = await ask<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('archive_backup')) as taken`,
    [],
  )
  if (!lock!.taken) return []
  const rows = await ask<{ id: string }>(
    `select id from archive_files where state = 'removed' and changed_at < now() - $1 * interval '1 second'
     order by changed_at limit 200`,
    [settled],
  )
  return rows.map(({ id }) => id)
}

export const deleteFiles = (ask: Ask, ids: readonly string[]): Promise<unknown[]> =>
  ask('delete from archive_files where id = any ($1)', [ids])

export async function inTransaction<T>(pool: pg.Pool, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('begin')
    const result = await work(askOf(client))
    await client.query('commit')
    isBroken = false
    return result
  } finally {
    // Closes the connection with its transaction if that wasn't committed.
    client.release(isBroken)
  }
}
