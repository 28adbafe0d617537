import type pg from 'pg'
import type { Connection } from '../database.ts'
import { newKey, nextOf, putKeyAside, takeNextKey, writeKeyFile } from './key-file.ts'
import {
  findKey,
  type KeySource,
  keyFileOf,
  opens,
  readSettings,
  refuse,
  sealCheck,
  withKeyLock,
} from './open-secret-key.ts'
import { deleteSealed, reseal } from './reseal.ts'

/**
 * Replaces the key and seals everything again, in one transaction (DO-2). Whatever cuts it off, the portal starts with
 * the old key or the new one. Links to files, codes and tokens of locked pages end with the old key.
 * @param given the next key, for an installation that sets SECRET_KEY; omitted: a new one goes into the file
 * @returns how many secrets were sealed again, and the file in which the old key is kept, if it was in one
 * @throws Error when a portal is working on the database, or the present key does not open it
 */
export async function rotateSecretKey(
  connection: Connection,
  source: KeySource,
  given?: string,
): Promise<{ readonly count: number; readonly former: string | null }> {
  if (source.SECRET_KEY !== undefined && given === undefined)
    throw new Error('SECRET_KEY is set. Name the next key in NEW_SECRET_KEY, and set it as SECRET_KEY afterwards')
  const file = keyFileOf(source)
  const next = given ?? newKey()
  const count = await withKeyLock(connection, async (client) => {
    const check = await readCheckAlone(client)
    if (given !== undefined && opens(given, check))
      throw new Error('The database is sealed with NEW_SECRET_KEY already. Set SECRET_KEY to it, and start the portal')
    const old = (await findKey(source, check)) ?? refuse(source, file)
    if (given === undefined) await writeKeyFile(nextOf(file), next)
    return reseal(client, old, next)
  })
  // A file that opens nothing would only puzzle whoever finds it.
  return { count, former: await (given === undefined ? takeNextKey(file) : putKeyAside(file)) }
}

/**
 * Goes on without a key that is lost: SECRET_KEY or a new one in the file takes its place, and what only the lost one
 * would open is deleted.
 * @returns the number of rows that were deleted, by table
 * @throws Error when a portal is working on the database, or its key is there
 */
export async function replaceLostKey(connection: Connection, source: KeySource): Promise<ReadonlyMap<string, number>> {
  const file = keyFileOf(source)
  const next = source.SECRET_KEY ?? newKey()
  const deleted = await withKeyLock(connection, async (client) => {
    const check = await readCheckAlone(client)
    if ((await findKey(source, check)) !== null)
      throw new Error('The key is not lost: the present one opens the database')
    if (source.SECRET_KEY === undefined) await writeKeyFile(nextOf(file), next)
    const rows = await deleteSealed(client)
    await client.query(`insert into settings (name, value) values ('key-check', $1)`, [sealCheck(next)])
    return rows
  })
  if (source.SECRET_KEY === undefined) await takeNextKey(file)
  return deleted
}

/** What tells the database's key. @throws Error when a portal is working on the database, or it has no key yet */
async function readCheckAlone(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name like 'eupnea-%'
       and pid <> pg_backend_pid()`,
  )
  // A node that works with the old key would seal more with it.
  if (rows.length > 0) throw new Error('A portal is working on this database. Stop all nodes first')
  const check = (await readSettings(client)).get('key-check')
  if (check === undefined) throw new Error('This database has no key of its own yet. Start the portal once')
  return check
}
