import type { Connection } from '../database.ts'
import { newKey, nextOf, putKeyAside, takeNextKey, writeKeyFile } from './key-file.ts'
import { findKey, type KeySource, keyFileOf, opens, readSettings, refuse, withKeyLock } from './open-secret-key.ts'
import { reseal } from './reseal.ts'

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
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name like 'eupnea-%'
         and pid <> pg_backend_pid()`,
    )
    // A node that works with the old key would seal more with it.
    if (rows.length > 0) throw new Error('A portal is working on this database. Stop all nodes first')
    const check = (await readSettings(client)).get('key-check')
    if (check === undefined) throw new Error('This database has no key of its own yet. Start the portal once')
    if (given !== undefined && opens(given, check))
      throw new Error('The database is sealed with NEW_SECRET_KEY already. Set SECRET_KEY to it, and start the portal')
    const old = (await findKey(source, check)) ?? refuse(source, file)
    if (given === undefined) await writeKeyFile(nextOf(file), next)
    return reseal(client, old, next)
  })
  // A file that opens nothing would only puzzle whoever finds it.
  return { count, former: await (given === undefined ? takeNextKey(file) : putKeyAside(file)) }
}
