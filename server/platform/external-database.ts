import { type Connection, createClient } from './database.ts'

/** Oldest PostgreSQL with everything that `db/` uses. */
const leastVersion = 15

/**
 * The operator's own database, once it answers and can hold the portal's data.
 * @param warn is told what the portal can do without
 * @param patienceMs the system would wait minutes for a host that is away
 * @throws Error that names DATABASE_URL and what is wrong
 */
export async function openExternalDatabase(
  url: string,
  warn: (line: string) => void,
  patienceMs = 10_000,
): Promise<Connection> {
  const connection = { connectionString: url }
  const client = createClient(connection, { application_name: 'eupnea-start', connectionTimeoutMillis: patienceMs })
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
    if (!(await ask(`has_schema_privilege('public', 'create')`)))
      throw new Error(`${await ask('current_user')} may not create tables there. Name the owner of the database`)
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

/** What the system and the server say, and what to do about it. */
function reasonOf(error: unknown): string {
  // A host with several addresses, none of which answers, has an error without words.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  const { code, message } = error as NodeJS.ErrnoException
  if (message === 'timeout expired') return `there is no answer. ${noAnswer}`
  if (code !== undefined && untrusted.test(code)) return untrustedAuthority
  const advice = code === undefined ? undefined : advices[code]
  return advice === undefined ? message : `${message}. ${advice}`
}

const noAddress = 'Correct the host, or check the DNS of this machine'
const noAnswer = 'Check that PostgreSQL runs there, and takes connections from this machine'
const noSignIn = 'Correct the user and password in it. In the password, write characters such as / and # as %2F and %23'
// Node recommends one of its own options, which can't be given to the portal.
const untrusted = /^(UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF)/
const untrustedAuthority =
  "its certificate isn't from an authority that this machine trusts. Set NODE_EXTRA_CA_CERTS to the PEM file of that authority"
const advices: Partial<Record<string, string>> = {
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
  ECONNREFUSED: noAnswer,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  '28000': 'Correct pg_hba.conf or, if it asks for encryption, end the address with ?sslmode=verify-full',
  '28P01': noSignIn,
  '3D000': 'Make it as docs/operations.md shows',
}
