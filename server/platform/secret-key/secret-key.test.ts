import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '../../../tests/kit/contents.ts'
import { createTestDatabase } from '../../../tests/kit/database.ts'
import type { Connection } from '../database.ts'
import { createSealer } from '../seal.ts'
import { openSecretKey, replaceLostKey, rotateSecretKey, writeKeyFile } from './index.ts'

/** The key that seals secrets is outside the database, every node has the same one, and it can be replaced (DO-2). */

const first = 'the first secret key, long enough'
const second = 'the second secret key, long enough'
const third = 'the third secret key, long enough'
const former = 'the key that the database kept'

const undone: (() => Promise<unknown>)[] = []
let connection: Connection
let DATA_DIR: string
const file = () => join(DATA_DIR, 'secret-key')

beforeEach(async () => {
  const database = await createTestDatabase()
  connection = database.connection
  DATA_DIR = await mkdtemp(join(tmpdir(), 'eupnea-key-'))
  undone.push(database.drop, () => rm(DATA_DIR, { recursive: true }))
})
afterEach(async () => {
  for (const undo of undone.splice(0)) await undo()
})
afterAll(() => expect(undone).toEqual([]))

const open = (SECRET_KEY?: string, folder = DATA_DIR) => openSecretKey(connection, { SECRET_KEY, DATA_DIR: folder })
const rotate = (SECRET_KEY?: string, next?: string) => rotateSecretKey(connection, { SECRET_KEY, DATA_DIR }, next)

/** Seals one secret of each kind, as the portal does. */
async function sealAll(key: string): Promise<void> {
  const sealer = createSealer(key)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`insert into clinics (id, name, slug, tz) values ('maple', 'Maple Court', 'maple', 'UTC')`)
    await client.query(
      `insert into webhooks (id, clinic_id, url, kinds, may_be_private, secret, former_secret, former_until)
       values ('hook', 'maple', 'https://nurse.example', '{}', false, $1, $2, now())`,
      [sealer.seal('new', 'webhook hook'), sealer.seal('old', 'webhook hook')],
    )
    await client.query(
      `insert into ehr_connections (clinic_id, source, base_url, client_id, updated_by, may_be_private, sealed)
       values ('maple', 'pcc', 'https://ehr.example', 'me', 'ada', false, $1)`,
      [sealer.seal('password', 'ehr-connection maple')],
    )
    await client.query(
      `insert into users (id, email, name, first_name, last_name, user_type, groups)
       values ('ada', 'ada@test.example', 'Ada', 'Ada', 'Byron', 'sa', '{sa}')`,
    )
    await client.query(`insert into authenticators (user_id, sealed, used_step) values ('ada', $1, 0)`, [
      sealer.seal('seed', 'authenticator ada'),
    ])
    await client.query(`insert into settings values ('vapid', $1)`, [sealer.seal('{}', 'vapid').toString('base64')])
  } finally {
    await client.end()
  }
}

async function openAll(key: string): Promise<string[]> {
  const sealer = createSealer(key)
  const [hook] = await query<{ secret: Buffer; former_secret: Buffer }>(connection, 'select * from webhooks')
  const [ehr] = await query<{ sealed: Buffer }>(connection, 'select * from ehr_connections')
  const [app] = await query<{ sealed: Buffer }>(connection, 'select * from authenticators')
  const [vapid] = await query<{ value: string }>(connection, `select value from settings where name = 'vapid'`)
  return [
    sealer.open(hook!.secret, 'webhook hook'),
    sealer.open(hook!.former_secret, 'webhook hook'),
    sealer.open(ehr!.sealed, 'ehr-connection maple'),
    sealer.open(app!.sealed, 'authenticator ada'),
    sealer.open(Buffer.from(vapid!.value, 'base64'), 'vapid'),
  ]
}
const sealed = ['new', 'old', 'password', 'seed', '{}']

const formerInDatabase = () => query(connection, `insert into settings values ('secret', '${former}')`)
const keptInDatabase = () => query(connection, `select value from settings where name = 'secret'`)

describe('the first start', () => {
  it('makes a key in a file that only its user reads, and uses it from then on [DO-2]', async () => {
    const made = await open()
    expect((await readFile(file(), 'utf8')).trim()).toBe(made.secret)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(await open()).toEqual(made)
    expect(JSON.stringify(await query(connection, 'select * from settings'))).not.toContain(made.secret)
  })

  it('makes no file where SECRET_KEY is set [DO-2]', async () => {
    expect((await open(first)).secret).toBe(first)
    await expect(stat(file())).rejects.toThrow('ENOENT')
  })

  it('of several nodes at the same time makes one key [DO-2]', async () => {
    const keys = await Promise.all([open(), open(), open()])
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(1)
  })
})

describe('a start', () => {
  it('with another key than the database’s, or none, is refused with what to do [DO-2]', async () => {
    await open(first)
    await expect(open(second)).rejects.toThrow('SECRET_KEY is not the key that the database is sealed with')
    await expect(open()).rejects.toThrow(`${file()} is missing, which holds the key`)
    await writeKeyFile(file(), second)
    await expect(open()).rejects.toThrow('Use the key of the portal that has worked with it')
    expect((await open(first)).secret).toBe(first)
  })

  it.each([0o640, 0o604, 0o644])('with a key file of mode %o is refused [DO-2]', async (mode) => {
    await open()
    await chmod(file(), mode)
    await expect(open()).rejects.toThrow(`Run chmod 600 on it`)
  })

  it('with an empty key file is refused, and nothing is written over it [DO-2]', async () => {
    await open()
    await writeFile(file(), '')
    await expect(open()).rejects.toThrow('is empty')
    expect(await readFile(file(), 'utf8')).toBe('')
  })
})

describe('an upgrade', () => {
  it('moves the key out of the database into the file, and everything still opens [DO-2]', async () => {
    await formerInDatabase()
    await sealAll(former)
    const { secret, portalId } = await open()
    expect([secret, (await readFile(file(), 'utf8')).trim()]).toEqual([former, former])
    expect(await keptInDatabase()).toEqual([])
    expect(await openAll(former)).toEqual(sealed)
    expect((await open()).portalId).toBe(portalId)
  })

  it('with SECRET_KEY seals everything with that, and keeps the name by which other brokers know it [DO-2]', async () => {
    await formerInDatabase()
    await sealAll(former)
    const { portalId } = await open(first)
    expect(await openAll(first)).toEqual(sealed)
    expect(await keptInDatabase()).toEqual([])
    await rotate(first, second)
    expect(await open(second)).toEqual({ secret: second, portalId })
  })

  it('that was cut off after the file was written goes on with it [DO-2]', async () => {
    await formerInDatabase()
    await writeKeyFile(file(), former)
    expect((await open()).secret).toBe(former)
    expect(await keptInDatabase()).toEqual([])
  })
})

describe('a rotation', () => {
  it('seals everything with a new key in the file [DO-2]', async () => {
    const old = await open()
    await sealAll(old.secret)
    const { count, former } = await rotate()
    expect([count, (await readFile(former!, 'utf8')).trim()]).toEqual([5, old.secret])
    expect((await stat(former!)).mode & 0o777).toBe(0o600)
    const now = await open()
    expect(now.secret).not.toBe(old.secret)
    expect(now.portalId).toBe(old.portalId)
    expect(await openAll(now.secret)).toEqual(sealed)
    await expect(openAll(old.secret)).rejects.toThrow()
    await expect(open(old.secret)).rejects.toThrow('SECRET_KEY is not')
  })

  it('from SECRET_KEY needs the next one named [DO-2]', async () => {
    await open(first)
    await sealAll(first)
    await expect(rotate(first)).rejects.toThrow('NEW_SECRET_KEY')
    await expect(rotate(second, third)).rejects.toThrow('SECRET_KEY is not the key that the database is sealed with')
    await rotate(first, second)
    expect(await openAll(second)).toEqual(sealed)
    // Cut off before its answer was read, and tried again.
    await expect(rotate(first, second)).rejects.toThrow('sealed with NEW_SECRET_KEY already')
  })

  it('from the file to SECRET_KEY keeps the key of earlier backups [DO-2]', async () => {
    const { secret } = await open()
    const { former } = await rotate(undefined, first)
    expect((await readFile(former!, 'utf8')).trim()).toBe(secret)
    await expect(stat(file())).rejects.toThrow('ENOENT')
    expect((await open(first)).secret).toBe(first)
  })

  it('changes nothing when one secret does not open [DO-2]', async () => {
    const { secret } = await open()
    await sealAll(secret)
    await query(connection, `update webhooks set former_secret = '\\x00'`)
    await expect(rotate()).rejects.toThrow('webhooks.former_secret is not sealed with the present key')
    expect((await open()).secret).toBe(secret)
  })

  it('that was cut off between commit and file is finished by the next start [DO-2]', async () => {
    const old = await open()
    await sealAll(old.secret)
    await rotate()
    const now = (await readFile(file(), 'utf8')).trim()
    await writeKeyFile(`${file()}.next`, now)
    await writeKeyFile(file(), old.secret)
    expect((await open()).secret).toBe(now)
    expect((await readFile(file(), 'utf8')).trim()).toBe(now)
  })

  it('is refused while a portal works on the database [DO-2]', async () => {
    await open(first)
    const node = new pg.Client({ ...connection, application_name: 'eupnea-calls' })
    await node.connect()
    await expect(rotate(first, second)).rejects.toThrow('Stop all nodes first')
    await node.end()
    expect((await open(first)).secret).toBe(first)
  })
})

describe('a key that is lost', () => {
  it('is replaced by a new one, or SECRET_KEY, and what only it opened is deleted [DO-2]', async () => {
    const { portalId } = await open()
    await sealAll((await open()).secret)
    await rm(file())
    const counts = { authenticators: 1, ehr_connections: 1, report_passwords: 0, webhooks: 1 }
    expect(Object.fromEntries(await replaceLostKey(connection, { DATA_DIR }))).toEqual(counts)
    const now = await open()
    expect(now.portalId).toBe(portalId)
    expect(await query(connection, `select name from settings order by 1`)).toEqual([
      { name: 'key-check' },
      { name: 'portal-id' },
    ])
    await rm(file())
    await replaceLostKey(connection, { DATA_DIR, SECRET_KEY: first })
    expect((await open(first)).portalId).toBe(portalId)
  })

  it('is not replaced while it is there, or a portal runs [DO-2]', async () => {
    const { secret } = await open()
    await expect(replaceLostKey(connection, { DATA_DIR })).rejects.toThrow('The key is not lost')
    const node = new pg.Client({ ...connection, application_name: 'eupnea-calls' })
    await node.connect()
    await expect(replaceLostKey(connection, { DATA_DIR, SECRET_KEY: first })).rejects.toThrow('Stop all nodes first')
    await node.end()
    expect((await open()).secret).toBe(secret)
  })
})

it('every column of bytes says what it is sealed for, or is known not to be sealed [DO-2]', async () => {
  const columns = await query<{ name: string; comment: string | null }>(
    connection,
    `select c.relname || '.' || a.attname as name, col_description(c.oid, a.attnum) as comment
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.atttypid = 'bytea'::regtype order by 1`,
  )
  const isHash = (name: string) => /hash|^audit_/.test(name)
  const open = columns.filter(({ name, comment }) => !comment?.startsWith('sealed: ') && !isHash(name))
  expect(open.map(({ name }) => name)).toEqual([
    'adt_messages.body',
    'adt_messages.digest',
    'answered_calls.input',
    'archive_files.digest',
    // What a de-identified export may say to whoever it is given to.
    'deidentified_export_files.content',
    'fhir_export_files.content',
    'passkeys.public_key',
    'waves.samples',
  ])
})
