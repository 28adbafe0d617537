import { afterEach, describe, expect, it } from 'vitest'
import { readCatalog } from '../../tests/kit/catalog.ts'
import { query } from '../../tests/kit/contents.ts'
import { createTestDatabase } from '../../tests/kit/database.ts'
import type { Connection } from './database.ts'
import { migrate } from './migrate.ts'
import { hashOf, readSchema, type Schema } from './schema.ts'

/** How a schema reaches a database (docs/database.md). The upgrade from version 1.6.0: tests/upgrade/. */

const schema = await readSchema()
const undone: (() => Promise<unknown>)[] = []
async function database({ isMigrated = true } = {}): Promise<Connection> {
  const { connection, drop } = await createTestDatabase({ isMigrated })
  undone.push(drop)
  return connection
}
afterEach(async () => {
  for (const undo of undone.splice(0)) await undo()
})

/** The schema after a change of its definitions, by default as of a later version. */
function redefined(change: (text: string) => string, version = '9.0.0'): Schema {
  const files = schema.definitions.files.map(({ name, text }) => ({ name, text: change(text) }))
  return { ...schema, version, definitions: { files, hash: hashOf(files.map(({ text }) => text).join()) } }
}
const withMigration = (name: string, text: string, from = schema): Schema => ({
  ...from,
  version: '9.0.0',
  tables: [...from.tables, { name, text, hash: hashOf(text) }],
})

async function migrated(connection: Connection, to?: Schema): Promise<string[]> {
  const applied: string[] = []
  await migrate(connection, (name) => void applied.push(name), to)
  return applied
}

describe('a database', () => {
  it('is migrated once, however many nodes start at the same time [LI-2]', async () => {
    const empty = await database({ isMigrated: false })
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrated(empty)))
    expect(applied.flat().sort()).toEqual([...schema.tables.map(({ name }) => name), 'definitions'].sort())
    expect(await readCatalog(empty)).toEqual(await readCatalog(await database()))
  })

  it('gets changed definitions, and loses those that no file has any more', async () => {
    const changed = await database()
    const later = redefined((text) =>
      text
        .replace(
          'create view device_sightings with (security_invoker = true) as\n  select device_no, ts as last_seen',
          '$&, rr',
        )
        .replace(/create view uncovered_floors[^;]*;/, '')
        .replace(/create trigger end_episodes[^;]*;/, '')
        .replace('grant select, insert, update, delete on users to', 'grant select on users to'),
    )
    expect(await migrated(changed, later)).toEqual(['definitions'])
    expect(await migrated(changed, later)).toEqual([])
    expect(await query(changed, 'select rr from device_sightings')).toEqual([])
    expect(await query(changed, `select to_regclass('uncovered_floors') as view`)).toEqual([{ view: null }])
    expect(await query(changed, `select 1 from pg_trigger where tgname = 'end_episodes'`)).toEqual([])
    expect(await query(changed, `select has_table_privilege('eupnea_identity', 'users', 'delete') as may`)).toEqual([
      { may: false },
    ])
    // And back again, as when switching development branches.
    expect(await migrated(changed, { ...schema, version: '9.0.0' })).toEqual(['definitions'])
    expect(await readCatalog(changed)).toEqual(await readCatalog(await database()))
  })

  it('changes its tables without views and triggers in the way, and keeps its rows', async () => {
    const changed = await database()
    await query(changed, `insert into clinics (id, slug, name, tz) values ('c', 'c', 'House', 'UTC')`)
    await query(
      changed,
      `insert into devices (uid, name, tz, clinic_id, key_hash, softap_ssid) values ('u', 'Sensor', 'UTC', 'c', '', 'ap')`,
    )
    const text = `
      alter table devices rename column softap_ssid to access_point;
      alter table devices add column nickname text;
      update devices set nickname = 'Nick';
      update clinics set tz = 'Europe/Berlin';`
    const definitions = redefined((sql) =>
      sql
        .replace('d.softap_ssid', 'd.access_point, d.nickname')
        .replace('fw_version, softap_ssid,', 'fw_version, access_point,'),
    )
    const later = withMigration('9998-nickname.sql', text, definitions)
    expect(await migrated(changed, later)).toEqual(['9998-nickname.sql', 'definitions'])
    expect(await query(changed, 'select name, tz, access_point, nickname from device_details')).toEqual([
      { name: 'Sensor', tz: 'UTC', access_point: 'ap', nickname: 'Nick' },
    ])
  })

  it.each([
    ['a migration', withMigration('9998-broken.sql', 'alter table residents add column a text; select 1/0')],
    [
      'definitions/privacy.sql',
      withMigration(
        '9998-fine.sql',
        'alter table residents add column a text',
        redefined((text) => text.replace('create view privacy_subjects', 'create view of privacy_subjects')),
      ),
    ],
  ])('is left as it was when %s fails', async (name, broken) => {
    const whole = await database()
    const before = await readCatalog(whole)
    await expect(migrate(whole, () => {}, broken)).rejects.toThrow(
      name === 'a migration'
        ? 'Migration 9998-broken.sql failed: division by zero'
        : `Migration ${name} failed: syntax`,
    )
    expect(await readCatalog(whole)).toEqual(before)
    expect(await migrated(whole)).toEqual([])
  })

  it('refuses a portal that is older than it, and a migration that was changed', async () => {
    const newer = await database()
    const later = withMigration('9998-later.sql', 'create table later (id text)')
    await migrate(newer, () => {}, later)
    await expect(migrate(newer, () => {})).rejects.toThrow(
      /^The database is newer than this portal, .* 9998-later\.sql\. Use the newer version, or restore a backup/,
    )
    const changed = withMigration('9998-later.sql', 'create table other (id text)')
    await expect(migrate(newer, () => {}, changed)).rejects.toThrow('Migration 9998-later.sql is not the one')

    const redone = await database()
    const other = (version: string) => redefined((text) => text.replaceAll('-- ', '--- '), version)
    await migrate(redone, () => {}, other('9.10.0'))
    await expect(migrate(redone, () => {}, { ...schema, version: '9.9.0' })).rejects.toThrow(
      'The database was made by version 9.10.0, which is newer than this portal. Use the newer version, or',
    )
    expect(await migrated(redone, other('9.9.0')), 'the same definitions').toEqual([])
    expect(await migrated(redone, { ...schema, version: '9.11.0' })).toEqual(['definitions'])
  })
})
