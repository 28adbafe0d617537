import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { type Connection, createClient } from '../database.ts'
import { createSealer } from '../seal.ts'
import { keyFileName, newKey, nextOf, readKeyFile, takeNextKey, writeKeyFile } from './key-file.ts'
import { reseal } from './reseal.ts'

export interface SecretKey {
  /** seals secrets and signs links */
  readonly secret: string
  /** by which other systems know this portal; no secret, and not changed by a rotation */
  readonly portalId: string
}

export interface KeySource {
  readonly SECRET_KEY?: string | undefined
  readonly DATA_DIR: string
}

export const keyFileOf = ({ DATA_DIR }: KeySource): string => join(resolve(DATA_DIR), keyFileName)

/**
 * The key of SECRET_KEY, or of the file in DATA_DIR, which the first start makes. A key that an earlier version kept in
 * the database moves out of it (DO-2).
 * @throws Error when it is not the key with which the database is sealed, or is missing
 */
export const openSecretKey = (connection: Connection, source: KeySource): Promise<SecretKey> =>
  withKeyLock(connection, async (client) => {
    const settings = await readSettings(client)
    const file = keyFileOf(source)
    const check = settings.get('key-check')
    const secret =
      check === undefined
        ? await beginWith(client, settings.get('secret'), source)
        : ((await findKey(source, check)) ?? refuse(source, file))
    // Other systems go on knowing the portal by what an earlier version was called.
    const portalId = settings.get('portal-id') ?? portalIdOf(settings.get('secret') ?? secret)
    await client.query(
      `insert into settings (name, value) values ('key-check', $1), ('portal-id', $2) on conflict do nothing`,
      [sealCheck(secret), portalId],
    )
    return { secret, portalId }
  })

/** Runs `work` in a transaction while no other node opens, makes or changes the key. */
export async function withKeyLock<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(connection, { application_name: 'eupnea-key' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('eupnea_key'))`)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

export async function readSettings(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>('select name, value from settings')
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/**
 * The key that opens the database, of SECRET_KEY or the file.
 * @returns null when none of them does
 */
export async function findKey(source: KeySource, check: string): Promise<string | null> {
  if (source.SECRET_KEY !== undefined) return opens(source.SECRET_KEY, check) ? source.SECRET_KEY : null
  const file = keyFileOf(source)
  const [kept, next] = [await readKeyFile(file), await readKeyFile(nextOf(file))]
  if (kept !== null && opens(kept, check)) return kept
  if (next === null || !opens(next, check)) return null
  // A rotation was cut off after its commit.
  await takeNextKey(file)
  return next
}

/**
 * For a backup that is to hold the key too.
 * @returns undefined where the database itself still holds it
 * @throws Error when the key at hand is not the database's
 */
export const readPresentKey = (connection: Connection, source: KeySource): Promise<string | undefined> =>
  withKeyLock(connection, async (client) => {
    const check = (await readSettings(client)).get('key-check')
    return check === undefined ? undefined : ((await findKey(source, check)) ?? refuse(source, keyFileOf(source)))
  })

/** Whether a database that was restored can be opened with the key at hand. */
export const keyState = (connection: Connection, source: KeySource): Promise<'opens' | 'missing' | 'begins'> =>
  withKeyLock(connection, async (client) => {
    const check = (await readSettings(client)).get('key-check')
    if (check === undefined) return 'begins'
    return (await findKey(source, check)) === null ? 'missing' : 'opens'
  })

/** A database without a check has never been opened by a version that keeps its key apart. */
async function beginWith(client: pg.Client, former: string | undefined, source: KeySource): Promise<string> {
  const file = keyFileOf(source)
  const given = source.SECRET_KEY ?? (await readKeyFile(file))
  const secret = given ?? former ?? newKey()
  // Before the commit: the database must not be without its key for a moment.
  if (given === null) await writeKeyFile(file, secret)
  if (former === undefined) return secret
  if (secret !== former) await reseal(client, former, secret)
  await client.query(`delete from settings where name = 'secret'`)
  return secret
}

export const sealCheck = (secret: string): string => createSealer(secret).seal('eupnea', 'key-check').toString('base64')

export function opens(secret: string, check: string): boolean {
  try {
    return createSealer(secret).open(Buffer.from(check, 'base64'), 'key-check') === 'eupnea'
  } catch {
    return false
  }
}

const portalIdOf = (secret: string): string =>
  createHash('sha256').update(`bridge ${secret}`).digest('hex').slice(0, 16)

/** @throws Error that says which key is needed */
export function refuse(source: KeySource, file: string): never {
  const next =
    'the key that the database is sealed with. Use the key of the portal that has worked with it: its SECRET_KEY, or its file secret-key in DATA_DIR. If it is lost, see docs/operations.md'
  if (source.SECRET_KEY !== undefined) throw new Error(`SECRET_KEY is not ${next}`)
  throw new Error(existsSync(file) ? `${file} does not hold ${next}` : `${file} is missing, which holds ${next}`)
}
