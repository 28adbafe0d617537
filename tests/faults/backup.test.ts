import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../server/platform/backup/back-up.ts'
import type { Manifest } from '../../server/platform/backup/manifest.ts'
import { restore } from '../../server/platform/backup/restore.ts'
import { type Connection, createDatabase } from '../../server/platform/database.ts'
import { createLocalStore, type FileStore } from '../../server/platform/file-store.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { insertClinic } from '../access/world.ts'
import { readCatalog } from '../kit/catalog.ts'
import { listTables, query, readContents } from '../kit/contents.ts'
import { createTestDatabase } from '../kit/database.ts'
import { temporaryFolder } from '../kit/spawn-portal.ts'
import { make160, rewritten } from '../upgrade/version-160.ts'

/** A backup restores completely, or the restore says why not (AP-1, LI-2). */

const version = '1.6.0'
const undone: (() => Promise<unknown>)[] = []
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let source: Connection
let files: FileStore
let backup: string
let fileId: string
let archivedId: string

const ofFile = {
  ...{ rows: 1, bytes: 9, digest: Buffer.alloc(32), erased: '{[2026-01-02 00:00:00+00,2026-01-02 01:00:00+00)}' },
  first_ts: Temporal.Instant.from('2026-01-02T03:00Z'),
  last_ts: Temporal.Instant.from('2026-01-02T04:00Z'),
}

async function database(how?: { isMigrated: boolean }): Promise<Connection> {
  const { connection, drop } = await createTestDatabase(how)
  undone.push(drop)
  return connection
}
const empty = () => database({ isMigrated: false })

/** Tables that a restore changes on purpose. */
const emptied = ['sessions', 'verifications', 'codes', 'live_tokens']

const contents = async (connection: Connection): Promise<Record<string, string>> =>
  readContents(connection, await listTables(connection, ['deliveries', ...emptied]))

const no = '0'.repeat(64)

async function changeManifest(path: string, change: (manifest: Manifest) => void): Promise<void> {
  const file = join(path, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest
  change(manifest)
  await writeFile(file, JSON.stringify(manifest))
}

beforeAll(async () => {
  folder = await temporaryFolder()
  source = (await createTestDatabase()).connection
  await query(source, `select keep_partitions(current_date - 2, current_date + 1, current_date - 2, current_date - 2)`)
  const pool = new pg.Pool({ ...source, max: 2 })
  const owner = createDatabase(pool)
  await insertClinic(owner)
  await insertClinic(owner)
  // Deleted again: its number must not be reused, or another device would inherit its past.
  await owner
    .insertInto('devices')
    .values({ uid: 'gone', name: 'gone', tz: 'UTC', key_hash: Buffer.alloc(32) })
    .execute()
  await owner.deleteFrom('devices').where('uid', '=', 'gone').execute()
  fileId = randomUUID()
  const { id: clinic_id } = await owner.selectFrom('clinics').select('id').executeTakeFirstOrThrow()
  await owner
    .insertInto('files')
    .values({ id: fileId, store: 'clinic-images', state: 'kept', clinic_id, name: 'logo.png' })
    .execute()
  // The fixture's own files exist only as rows.
  await owner.updateTable('files').set({ state: 'removed' }).where('id', '<>', fileId).execute()
  await owner.updateTable('archive_files').set({ state: 'removed' }).execute()
  archivedId = randomUUID()
  await owner
    .insertInto('archive_files')
    .values({
      id: archivedId,
      kind: 'readings',
      day: '2026-01-02',
      device_no: 1,
      clinic_no: 1,
      state: 'current',
      ...ofFile,
    })
    .execute()
  await owner
    .insertInto('deliveries')
    .values({ channel: 'mail', recipient: 'a@example.org', subject: 's', body: 'waits' })
    .execute()
  await pool.end()
  files = createLocalStore(join(folder.path, 'store'))
  await files.put('clinic-images', fileId, Readable.from(['a picture']))
  await files.put('archive', archivedId, Readable.from(['a day']))
  backup = join(folder.path, 'backup')
  await backUp(source, files, { folder: backup, version })
})
afterEach(async () => {
  for (const undo of undone.splice(0)) await undo()
})
afterAll(() => folder?.remove())

describe('a backup', () => {
  it('comes back whole: every row of every table, numbers given away, and files, the archive’s too [LI-2] [FI-1] [AR-2]', async () => {
    const target = await empty()
    const store = createLocalStore(join(folder.path, 'restored'))
    await restore(target, store, backup)
    const before = await contents(source)
    expect(Object.values(before).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(25)
    expect(await contents(target)).toEqual(before)
    const next = `select nextval(pg_get_serial_sequence('devices', 'no')) as no`
    expect(await query(target, next)).toEqual(await query(source, next))
    expect(await text(await store.get('clinic-images', fileId))).toBe('a picture')
    expect(await text(await store.get('archive', archivedId))).toBe('a day')
  })

  it('signs nobody in again, and sends nothing a second time [ID-8] [AL-6]', async () => {
    const target = await empty()
    await restore(target, files, backup)
    for (const table of emptied) expect(await query(target, `select 1 from ${table}`), table).toEqual([])
    const [message] = await query(target, `select status, failure from deliveries where body = 'waits'`)
    expect(message).toEqual({ status: 'failed', failure: 'Restored from a backup: it may have been sent' })
  })

  it('keeps scopes and rules: the database is the one that migrations make [FA-4]', async () => {
    const target = await empty()
    await restore(target, files, backup)
    expect(await readCatalog(target)).toEqual(await readCatalog(source))
  })

  it('of version 1.6.0 comes back whole, in the schema of today [AP-1]', async () => {
    const old = await empty()
    await make160(old)
    const earlier = join(folder.path, 'earlier')
    await backUp(old, files, { folder: earlier, version: '1.6.0', mayHoldKey: true })
    const target = await empty()
    await restore(target, files, earlier)
    const tables = await listTables(old, ['deliveries', ...emptied, ...rewritten])
    expect(await readContents(target, tables)).toEqual(await readContents(old, tables))
    expect(await readCatalog(target)).toEqual(await readCatalog(source))
    await migrate(target, (name) => expect(name, 'the first start').toBe(''))
  })

  it('holds no key together with the data that it opens, unless asked [DO-2]', async () => {
    const old = await empty()
    await make160(old)
    const refused = backUp(old, files, { folder: join(folder.path, 'with-secret'), version: '1.6.0' })
    await expect(refused).rejects.toThrow('This database still holds its secret key')
    expect(existsSync(join(backup, 'secret-key'))).toBe(false)
    const whole = join(folder.path, 'with-key')
    await backUp(source, files, { folder: whole, version, key: 'the secret key' })
    expect(await readFile(join(whole, 'secret-key'), 'utf8')).toBe('the secret key\n')
    expect((await stat(join(whole, 'secret-key'))).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['a table is damaged', (path: string) => appendFile(join(path, 'tables/residents.copy.zst'), 'x')],
    ['a table is cut off', (path: string) => writeFile(join(path, 'tables/residents.copy.zst'), '')],
    ['a file is missing', (path: string) => rm(join(path, 'files/clinic-images', fileId))],
    ['a file was changed', (path: string) => writeFile(join(path, 'files/clinic-images', fileId), 'another')],
    ['it was not finished', (path: string) => rm(join(path, 'manifest.json'))],
    ['its manifest is cut off', (path: string) => writeFile(join(path, 'manifest.json'), '{"format": 1, "vers')],
    [
      'it is of a newer portal',
      (path: string) => changeManifest(path, ({ migrations }) => migrations.push({ name: '9999-later.sql', hash: no })),
    ],
    [
      'its migrations were others',
      (path: string) => changeManifest(path, ({ migrations }) => Object.assign(migrations.at(-1)!, { hash: no })),
    ],
    [
      'a name is none',
      async (path: string) => {
        const file = join(path, 'manifest.json')
        await writeFile(file, (await readFile(file, 'utf8')).replace('"residents"', '"residents; drop table users"'))
      },
    ],
  ])('is refused before anything is written when %s [LI-2]', async (_what, damage) => {
    const damaged = join(folder.path, `damaged-${randomUUID()}`)
    await cp(backup, damaged, { recursive: true })
    await damage(damaged)
    const target = await empty()
    await expect(restore(target, files, damaged)).rejects.toThrow(/backup/)
    expect(await query(target, `select to_regclass('public.migrations') as name`)).toEqual([{ name: null }])
  })

  it('goes into an empty database only, and never over another backup [LI-2]', async () => {
    const before = await contents(source)
    await expect(restore(source, files, backup)).rejects.toThrow('not empty')
    expect(await contents(source)).toEqual(before)
    await expect(backUp(source, files, { folder: backup, version })).rejects.toThrow()
    await restore(await empty(), files, backup)
  })
})
