import { type Connection, createClient } from './database.ts'

/** Oldest PostgreSQL with everything that `db/` uses. */
const leastVersion = 15

/**
 * The operator's own database, once it answers and can hold the portal's data.
 * @param warn is told what the portal can do without
 * @throws Error that names DATABASE_URL and what is wrong
 */
export async function openExternalDatabase(url: string, warn: (line: string) => void): Promise<Connection> {
  const connection = { connectionString: url }
  const client = createClient(connection, { application_name: 'eupnea-start' })
  const ask = async (what: string) =>
    (await client.query<[string]>({ text: `select ${what}`, rowMode: 'array' })).rows[0]![0]
  try {
    await client.connect()
    const version = await ask(`current_setting('server_version')`)
    if (Number.parseInt(version, 10) < leastVersion)
      throw new Error(`PostgreSQL ${version} is too old. The portal needs ${leastVersion} or later`)
    const encoding = await ask(`current_setting('server_encoding')`)
    if (encoding !== 'UTF8')
      throw new Error(`The database has the encoding ${encoding}. Make it with UTF8, as docs/operations.md shows`)
    if ((await ask(`lower(U&'\\00C9')`)) !== 'é')
      warn(
        'DATABASE_URL: the database knows no small letters but a to z, so searches miss names such as Éva and Łukasz. Restore a backup into one that is made as docs/operations.md shows',
      )
    return connection
  } catch (error) {
    throw new Error(`DATABASE_URL: ${reasonOf(error)}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** A host with several addresses, none of which answers, has an error without words. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : (error as Error).message
