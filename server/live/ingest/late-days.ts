import type pg from 'pg'
import { type Archive, askOf, holdArchive, selectFilesOfDays } from '../archive/index.ts'
import type { ReadingRow } from './ingest.sql.ts'

/**
 * Readings of days that may be in the archive already (AR-1): a device that sends them again must not have them counted
 * again, though the database no longer has them.
 */

const dayMs = 86_400_000
/** A day is archived when it has been over for a day, by the database's clock. */
const slackMs = dayMs / 2

export function holdsClosedDay(rows: readonly ReadingRow[], now: number): boolean {
  const begin = now - slackMs - ((now - slackMs) % dayMs)
  return rows.some(({ ms }) => ms < begin)
}

export interface NewRows {
  readonly rows: readonly ReadingRow[]
  /** In the transaction that stores them. @throws Error when files of these days have come or gone meanwhile */
  hold(client: pg.ClientBase): Promise<void>
}

/** Those rows that are in no file. @throws what the archive throws while it is away */
export async function findNew(archive: Archive, pool: pg.Pool, rows: readonly ReadingRow[]): Promise<NewRows> {
  const known = await archive.findKnown(askOf(pool), rows)
  const days = new Map<string, ReadingRow>()
  for (const row of rows) days.set(`${row.deviceNo} ${dayOf(row)}`, row)
  const of = [...days.values()]
  return {
    rows: rows.filter(({ deviceNo, ms }) => !known.has(deviceNo, ms)),
    async hold(client) {
      const ask = askOf(client)
      const deviceNos = of.map(({ deviceNo }) => deviceNo)
      // One behind the other: the second statement sees what the first has waited for.
      const [, files] = await Promise.all([holdArchive(ask), selectFilesOfDays(ask, deviceNos, of.map(dayOf))])
      const ids = files.map(({ id }) => id)
      if (ids.join() !== known.files.join()) throw new Error('days were archived meanwhile')
    },
  }
}

const dayOf = ({ ms }: ReadingRow): string => new Date(ms).toISOString().slice(0, 10)
