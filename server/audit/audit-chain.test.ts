import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionsOf } from '../../tests/kit/connections.ts'
import { query } from '../../tests/kit/contents.ts'
import { createTestDatabase } from '../../tests/kit/database.ts'
import { make160 } from '../../tests/upgrade/version-160.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { type Connection, createDatabase, createPool, type Database } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { recordAudit, recordAudits, sendDigests, verifyAudit } from './index.ts'

/** Whoever changes the audit log is found out, and nobody waits for its chains (DO-3). */

let connection: Connection
let database: Database
let owner: Database
/** which erases */
let identity: Database
let undo: (() => Promise<unknown>)[] = []

async function use(isMigrated = true): Promise<void> {
  const made = await createTestDatabase({ isMigrated })
  connection = made.connection
  if (!isMigrated) {
    await make160(connection)
    await migrate(connection, () => {})
  }
  const connections = await connectionsOf(connection)
  database = createDatabase(createPool(connections.work, { name: 'audit', max: 8 }))
  identity = createDatabase(createPool(connections.identity, { name: 'audit', max: 1 }))
  owner = createDatabase(createPool(connection, { name: 'owner', max: 2 }))
  undo.push(made.drop)
}
beforeEach(() => use())
afterEach(async () => {
  await database.destroy()
  await owner.destroy()
  await identity.destroy()
  for (const one of undo.splice(0)) await one()
})
afterAll(() => {
  undo = []
})

const origin = (): CtxOrigin => ({ database, actor: { type: 'job', name: 'test' }, log: createLog('silent') })
const run = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => withCtx(origin(), work)
const verify = (outside: { day: string; hash: string }[] = []) => run((ctx) => verifyAudit(ctx, outside))
const found = async (outside: { day: string; hash: string }[] = []) =>
  (await verify(outside)).breaks.map(({ kind, entry_id }) => `${kind} ${entry_id ?? '-'}`)

/** Entries of residents r1 to rN, each in a transaction of its own. */
async function write(count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await run((ctx) => recordAudit(ctx, { act: 'resident.read', clinic_id: 'maple', resident_id: `r${n}` }))
}

/** Does what someone could do who owns the database and switches its triggers off. */
async function forge(...statements: string[]): Promise<void> {
  await query(connection, 'alter table audit_entries disable trigger all')
  for (const statement of statements) await query(connection, statement)
  await query(connection, 'alter table audit_entries enable trigger all')
}

describe('the audit log', () => {
  it('is whole as it is written, one by one, many at a time and by many at once [DO-3]', async () => {
    await write(5)
    await run((ctx) =>
      recordAudits(
        ctx,
        Array.from({ length: 2_000 }, () => ({ act: 'resident.import-create' }) as const),
      ),
    )
    await Promise.all(Array.from({ length: 40 }, () => run((ctx) => recordAudit(ctx, { act: 'resident.list' }))))
    expect(await verify()).toMatchObject({ links: 2_045, breaks: [] })
  })

  it('has no entry of what was rolled back, and no gap [DO-3]', async () => {
    await write(1)
    const failed = run(async (ctx) => {
      await recordAudit(ctx, { act: 'resident.list' })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await write(1)
    expect(await verify()).toMatchObject({ links: 2, chains: 1, breaks: [] })
  })

  it('lets nobody wait: two transactions write at the same time, to chains of their own [DO-3]', async () => {
    await run(async (ctx) => {
      await recordAudit(ctx, { act: 'resident.list' })
      await run((other) => recordAudit(other, { act: 'resident.list' }))
      await recordAudit(ctx, { act: 'resident.list' })
    })
    expect(await verify()).toMatchObject({ links: 3, chains: 2, breaks: [] })
  })

  it('names the first entry that was changed, removed or forged [DO-3]', async () => {
    await write(8)
    await forge(
      `update audit_entries set resident_id = 'r9' where id = 6`,
      `update audit_entries set at = at - interval '1 day' where id = 3`,
    )
    expect(await found()).toEqual(['changed 3', 'changed 6'])
    await forge('delete from audit_entries where id = 2')
    expect(await found()).toEqual(['removed 2', 'changed 3', 'changed 6'])
    await forge(
      `insert into audit_entries (actor_type, actor_id, actor_name, act) values ('user', 'x', 'x', 'resident.read')`,
    )
    expect(await found()).toEqual(['removed 2', 'changed 3', 'changed 6', 'forged 9'])
  })

  it('shows that entries were put in another order, or exchanged [DO-3]', async () => {
    await write(4)
    await forge(
      'update audit_links set no = -no where no in (2, 3)',
      'update audit_links set no = case no when -2 then 3 else 2 end where no < 0',
    )
    expect(await found()).toEqual(['moved 2', 'moved 3', 'moved 4'])
  })

  it('shows that an entry is gone together with its link, also at the end [DO-3]', async () => {
    await write(4)
    await forge('delete from audit_entries where id = 2', 'delete from audit_links where entry_id = 2')
    expect((await verify()).breaks).toEqual([{ kind: 'removed', entry_id: null, about: 'before entry 3, in chain 1' }])
    await forge('delete from audit_entries where id = 4', 'delete from audit_links where entry_id = 4')
    expect((await verify()).breaks.map(({ about }) => about)).toContain('at the end of chain 1, after entry 3')
    await forge('update audit_chains set no = 0')
    expect((await verify()).breaks.map(({ about }) => about)).toContain('at the end of chain 1, after entry 3')
  })

  it('is not changed by the portal’s role, nor by the owner without switching triggers off [DO-3] [AP-5]', async () => {
    await write(1)
    for (const table of ['audit_entries', 'audit_links', 'audit_chains'])
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`])
        await expect(
          run((ctx) => sql.raw(change).execute(ctx.db)),
          change,
        ).rejects.toThrow('permission denied')
    for (const change of [
      `update audit_links set hash = ''`,
      `insert into audit_links select * from audit_links`,
      `update audit_chains set no = 0`,
      `insert into audit_entries (at, actor_type, actor_id, actor_name, act) values (now(), 'user', 'x', 'x', 'x')`,
      `select link_audit_entries(null, null)`,
    ])
      await expect(
        run((ctx) => sql.raw(change).execute(ctx.db)),
        change,
      ).rejects.toThrow('permission denied')
    for (const change of [`update audit_entries set act = 'x'`, 'delete from audit_entries', 'truncate audit_entries'])
      await expect(query(connection, change), change).rejects.toThrow('never')
    expect(await verify()).toMatchObject({ links: 1, breaks: [] })
  })
})

describe('an erasure', () => {
  const erase = async () => {
    await run((ctx) =>
      recordAudit(ctx, {
        act: 'user.update',
        detail: { user_id: 'u1' },
        changes: { first_name: { before: 'Ada', after: 'Eve' } },
      }),
    )
    await owner
      .insertInto('audit_entries')
      .values({
        actor_type: 'user',
        actor_id: 'u1',
        actor_name: 'ada@house.example',
        act: 'resident.list',
        address: '::1',
      })
      .execute()
    await withCtx({ ...origin(), database: identity }, (ctx) => sql`select erase_user_traces('u1')`.execute(ctx.db))
  }

  it('leaves the log whole, with what it took away, and nothing to guess it from [DO-3] [PR-1]', async () => {
    await erase()
    await run((ctx) => recordAudit(ctx, { act: 'privacy.erase-user', detail: { user_id: 'u1' } }))
    expect((await verify()).breaks).toEqual([])
    const rows = await query<{ actor_name: string; address: string | null; detail: object }>(
      connection,
      `select actor_name, address, detail from audit_entries where act in ('user.update', 'resident.list') order by id`,
    )
    expect(rows).toEqual([
      { actor_name: 'test', address: null, detail: { user_id: 'u1' } },
      { actor_name: '', address: null, detail: {} },
    ])
    expect(
      await query(connection, 'select 1 from audit_links where salt is not null group by entry_id having count(*) > 1'),
    ).toEqual([])
  })

  it('that no entry explains is shown [DO-3]', async () => {
    await erase()
    expect((await verify()).breaks).toEqual([{ kind: 'erased', entry_id: 1, about: 'user u1' }])
  })

  it('takes nothing but personal data away [DO-3]', async () => {
    await write(1)
    const change = `select set_config('app.erased', 'user u1', false); update audit_entries set resident_id = 'r7'`
    await expect(query(connection, change)).rejects.toThrow('only personal data')
  })
})

describe('the digest of a day', () => {
  const sent: { to: string; text: string }[] = []
  const files = new Map<string, string>()
  const store = {
    put: async (_store: string, key: string, content: Readable) => void files.set(key, await text(content)),
  }
  const send = (at: string, more: { mails?: string[]; isKept?: boolean } = {}) =>
    sendDigests(
      origin(),
      {
        store: more.isKept === false ? null : store,
        mails: more.mails ?? ['ops@house.example'],
        queueMail: async (_ctx, mail) => void sent.push(mail),
        portal: 'eupnea.example',
      },
      Temporal.Instant.from(at),
    )
  beforeEach(() => {
    sent.length = 0
    files.clear()
  })

  it('leaves the machine once, by mail and to S3, also for days on which nothing ran [DO-3]', async () => {
    await write(3)
    await send('2030-05-02T00:07:00Z')
    await send('2030-05-02T01:07:00Z')
    expect([...files.keys()]).toEqual(['audit-digests/2030-05-01.txt'])
    expect(sent).toHaveLength(1)
    expect(sent[0]!.text).toContain(files.get('audit-digests/2030-05-01.txt')!.trim())
    // What only a forger writes keeps no other from being made.
    await forge(
      `insert into audit_digests (day, entries, heads, hash, sent_at) values ('2031-01-01', 0, '[]', '', now())`,
    )
    await send('2030-05-05T10:07:00Z')
    await forge(`delete from audit_digests where day = '2031-01-01'`)
    expect([...files.keys()].slice(1)).toEqual(['02', '03', '04'].map((day) => `audit-digests/2030-05-${day}.txt`))
    expect(sent).toHaveLength(2)
  })

  it('waits where nothing is configured, and after a failure [DO-3]', async () => {
    await send('2030-05-02T00:07:00Z', { isKept: false, mails: [] })
    expect((await verify()).unsent).toBe(1)
    store.put = async () => Promise.reject(new Error('no bucket'))
    await expect(send('2030-05-03T00:07:00Z')).rejects.toThrow('no bucket')
    expect([sent, (await verify()).unsent]).toEqual([[], 2])
    await send('2030-05-03T01:07:00Z', { isKept: false })
    expect(sent[0]!.text.match(/2030-05-0\d [0-9a-f]{64}/g)).toHaveLength(2)
    expect((await verify()).unsent).toBe(0)
  })

  it('that was changed afterwards is shown [DO-3]', async () => {
    await write(3)
    await send('2030-05-02T00:07:00Z', { isKept: false })
    await forge('update audit_digests set entries = entries + 1')
    expect((await verify()).breaks).toEqual([{ kind: 'digest-changed', entry_id: null, about: '2030-05-01' }])
  })

  it('shows that the whole log was written anew [DO-3]', async () => {
    await write(3)
    await send('2030-05-02T00:07:00Z', { isKept: false })
    const [, day, hash] = /(\S+) ([0-9a-f]{64})/.exec(sent[0]!.text)!
    const outside = [{ day: day!, hash: hash! }]
    await write(2)
    expect(await found(outside)).toEqual([])
    // Without the outside, a log that was written anew with its chains and digests would look whole.
    await forge('truncate audit_entries, audit_links, audit_chains, audit_digests restart identity cascade')
    await write(4)
    await send('2030-05-02T00:07:00Z', { isKept: false })
    expect(await found()).toEqual([])
    expect(await found(outside)).toEqual(['not-outside -'])
  })
})

it('entries of version 1.6.0 are the first of the chains [DO-3]', async () => {
  await database.destroy()
  await owner.destroy()
  await use(false)
  const [{ count }] = (await query<{ count: number }>(
    connection,
    'select count(*)::int as count from audit_entries',
  )) as [{ count: number }]
  expect(count).toBeGreaterThan(0)
  expect(await verify()).toMatchObject({ links: count, chains: 1, breaks: [] })
})
