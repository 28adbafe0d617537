import { afterAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../server/platform/database.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { readCatalog } from '../kit/catalog.ts'
import { listTables, query, readContents } from '../kit/contents.ts'
import { createTestDatabase } from '../kit/database.ts'
import { make160, rewritten } from './version-160.ts'

/** Upgrades of databases made by version 1.6.0, which only had numbered migrations (docs/database.md). */

const undone: (() => Promise<unknown>)[] = []
async function database(isMigrated: boolean): Promise<Connection> {
  const { connection, drop } = await createTestDatabase({ isMigrated })
  undone.push(drop)
  return connection
}
afterAll(async () => {
  for (const undo of undone) await undo()
})

describe('a database of version 1.6.0', () => {
  it('gets the schema of a new one and keeps every row [LI-2]', async () => {
    const old = await database(false)
    await make160(old)
    const tables = await listTables(old, rewritten)
    const before = await readContents(old, tables)
    expect(Object.values(before).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(40)
    const applied: string[] = []
    await migrate(old, (name) => void applied.push(name))
    expect(applied).not.toContain('baseline')
    expect(applied).toContain('definitions')
    expect(await readCatalog(old)).toEqual(await readCatalog(await database(true)))
    expect(await readContents(old, tables)).toEqual(before)
    await migrate(old, (name) => expect(name, 'the second start').toBe(''))
  })

  it('has its acts renamed after their calls [AP-5]', async () => {
    const old = await database(false)
    await make160(old)
    await query(
      old,
      `insert into audit_entries (id, actor_type, actor_id, actor_name, act) overriding system value values
      (9001, 'user', 'u', 'ada@house.example', 'facility.add'),
      (9002, 'user', 'u', 'ada@house.example', 'resident.discharge')`,
    )
    await migrate(old, () => {})
    const rows = await query(old, `select act from audit_entries where actor_id = 'u' order by id`)
    expect(rows).toEqual([{ act: 'clinic.create' }, { act: 'resident.discharge' }])
  })

  it('keeps who was told of what, and what became of it [AL-6]', async () => {
    const old = await database(false)
    await make160(old)
    const count = async (table: string) => Number((await query(old, `select count(*) from ${table}`))[0]!.count)
    const [messages, steps] = [await count('outbox_messages'), await count('alert_dispatches')]
    await query(old, 'delete from alert_deliveries')
    await query(
      old,
      `with n as (select id, clinic_id from notifications order by id limit 1), o as (
         insert into outbox_messages (id, kind, recipient, body, status) values ('m1', 'sms', '+441', null, 'sent')
       )
       insert into alert_deliveries (clinic_id, notification_id, level, kind, recipient, message_id, token_hash, opened_name)
       select clinic_id, id, t.level, 'sms', '+44' || t.level, t.message_id, t.message_id, 'Ada'
       from n, (values (0::smallint, 'm1'), (1::smallint, 'gone')) t (level, message_id)`,
    )
    await migrate(old, () => {})
    expect([await count('deliveries'), await count('notification_steps')]).toEqual([messages + 2, steps])
    const told = await query(
      old,
      `select id, step, status, recipient, opened_name, notification_id is not null as tells from deliveries
       where token_hash in ('m1', 'gone') order by id desc`,
    )
    expect(told).toEqual([
      { id: 'm1', step: 'raised', status: 'sent', recipient: '+441', opened_name: 'Ada', tells: true },
      { id: 'gone', step: 'escalated', status: 'merged', recipient: '+441', opened_name: 'Ada', tells: true },
    ])
  })

  it('of a development state before it is refused and left as it is [LI-2]', async () => {
    const older = await database(false)
    await make160(older, '0045')
    const before = await readCatalog(older)
    await expect(migrate(older, () => {})).rejects.toThrow(
      'The database was made by an unreleased version. If that is older than 1.6.0, upgrade it to 1.6.0 first',
    )
    expect(await readCatalog(older)).toEqual(before)
  })
})

it('two schemas are told apart by any kind of thing in which they differ', async () => {
  const connection = await database(true)
  let before = await readCatalog(connection)
  for (const change of [
    'alter table residents add column extra text',
    `alter table residents alter column room set default '1'`,
    'alter table residents alter column mr_no set not null',
    'alter table residents add check (length(room) < 100)',
    'drop index users_status_idx',
    'create view extra as select 1 as one',
    'alter function scope_user() set search_path = public',
    'grant execute on function erase_resident to public',
    'alter policy notes_scope on notes using (true)',
    'alter table notes disable row level security',
    'grant delete on audit_entries to eupnea_work',
    'grant update (name) on medical_groups to eupnea_identity',
    'alter table notifications disable trigger tell_notification',
    'drop trigger end_episodes on device_assignments',
  ]) {
    await query(connection, change)
    const after = await readCatalog(connection)
    expect(after, change).not.toEqual(before)
    before = after
  }
})
