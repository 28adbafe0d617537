import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startExternalPostgres } from '../../tests/kit/external-postgres.ts'
import { temporaryFolder } from '../../tests/kit/spawn-portal.ts'
import { type Connection, createClient, servingRoles } from './database.ts'
import { openConnections, type RoleUrls, roleName, signInWith } from './database-roles.ts'
import { prepareJobs } from './jobs.ts'
import type { Log } from './log.ts'
import { migrate } from './migrate.ts'

/** A server of its own, because all its databases share the roles. */

let folder: { path: string; remove(): Promise<void> }
let server: Awaited<ReturnType<typeof startExternalPostgres>>
let url: string
let said: string[] = []

const log = { warn: (...words: unknown[]) => void said.push(JSON.stringify(words)) } as unknown as Log
const open = (connectionString: string, secret: string, urls: RoleUrls = {}) =>
  openConnections({ connectionString }, { secret, urls, log })

async function ask(connection: Connection, text: string): Promise<unknown[]> {
  const client = createClient(connection, {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
const whoIs = (connection: Connection) => ask(connection, 'select session_user::text, current_user::text')
const addressOf = (name: string, as = url): string => {
  const address = new URL(as)
  address.pathname = `/${name}`
  return address.href
}

beforeAll(async () => {
  folder = await temporaryFolder()
  server = await startExternalPostgres(`${folder.path}/p`)
  url = addressOf('postgres', server.url)
  // The kit's database, which has the roles already.
  await ask({ connectionString: url }, 'drop database eupnea')
  for (const role of servingRoles) await ask({ connectionString: url }, `drop role ${roleName(role)}`)
  for (const name of ['first', 'second']) await ask({ connectionString: url }, `create database ${name}`)
})
beforeEach(() => {
  said = []
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
  await rm(folder.path, { recursive: true, force: true })
})

describe('an external server', () => {
  it('is served by roles that sign in by themselves; a superuser’s address works and is warned of [DO-1]', async () => {
    const first = addressOf('first')
    await migrate({ connectionString: first }, () => {})
    const connections = await open(first, 'a'.repeat(32))
    for (const role of servingRoles) expect(await whoIs(connections[role])).toEqual([roleName(role), roleName(role)])
    expect(said).toEqual([expect.stringContaining('names a superuser')])
    // Other nodes, also side by side, and later starts.
    const again = await Promise.all([1, 2, 3].map(() => open(first, 'a'.repeat(32))))
    for (const one of again) expect(await whoIs(one.work)).toEqual(['eupnea_work', 'eupnea_work'])
    // A replaced secret key.
    const replaced = await open(first, 'b'.repeat(32))
    expect(await whoIs(replaced.identity)).toEqual(['eupnea_identity', 'eupnea_identity'])
    await expect(whoIs(connections.identity)).rejects.toThrow(/password/)
    await open(first, 'a'.repeat(32))
  })

  it('keeps its passwords to itself, also in its log [DO-1]', async () => {
    const { rows } = await (async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const found = await client.query(
        `select rolpassword from pg_authid where rolname like 'eupnea\\_%' and rolcanlogin`,
      )
      await client.end()
      return found
    })()
    expect(rows).toHaveLength(3)
    for (const { rolpassword } of rows) expect(rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/)
  })

  it('takes away what somebody gave a role, and membership in others [DO-1]', async () => {
    const first = addressOf('first')
    // What a role can do to itself: it hurts until the next start, and no longer.
    const before = await open(first, 'a'.repeat(32))
    for (const text of [
      'alter role eupnea_requests set row_security = off',
      'alter role eupnea_requests in database first set search_path = pg_catalog',
      `alter role eupnea_requests password 'mine'`,
    ])
      await ask(before.requests, text)
    const after = await open(first, 'a'.repeat(32))
    const settings = `select current_setting('row_security'), current_setting('search_path')`
    expect(await ask(after.requests, settings)).toEqual(['on', '"$user", public'])

    await ask({ connectionString: first }, 'alter role eupnea_requests superuser createrole inherit')
    await ask({ connectionString: first }, 'grant eupnea_identity to eupnea_requests')
    const { requests } = await open(first, 'a'.repeat(32))
    expect(
      await ask(requests, `select rolsuper, rolcreaterole, rolinherit from pg_roles where rolname = current_user`),
    ).toEqual([false, false, false])
    await expect(ask(requests, 'set role eupnea_identity')).rejects.toThrow(/permission denied/)
  })

  it('has a second portal take the roles through its owner rather than lock out the first, and says so [DO-1]', async () => {
    const second = addressOf('second')
    await migrate({ connectionString: second }, () => {})
    const connections = await open(second, 'c'.repeat(32))
    expect(await whoIs(connections.requests)).toEqual(['postgres', 'eupnea_requests'])
    expect(said.filter((line) => line.includes('taken by the user of DATABASE_URL'))).toHaveLength(3)
    const first = await open(addressOf('first'), 'a'.repeat(32))
    expect(await whoIs(first.requests)).toEqual(['eupnea_requests', 'eupnea_requests'])
  })

  it('is served under the addresses that the operator gives, which must be of these roles [DO-1]', async () => {
    const first = addressOf('first')
    const passwords = await open(first, 'a'.repeat(32))
    const urls = Object.fromEntries(servingRoles.map((role) => [role, String(passwords[role].connectionString)]))
    // Without a key that could make passwords.
    const connections = await open(first, 'd'.repeat(32), urls)
    for (const role of servingRoles) expect(await whoIs(connections[role])).toEqual([roleName(role), roleName(role)])
    await expect(open(first, 'd'.repeat(32), { requests: first })).rejects.toThrow(
      'DATABASE_URL_REQUESTS signs in as postgres, not as eupnea_requests',
    )
  })

  it('needs no superuser: an owner that may create roles makes them, migrates and prepares jobs [DO-1]', async () => {
    await ask({ connectionString: url }, `drop database second with (force)`)
    await ask({ connectionString: url }, `drop database first with (force)`)
    for (const role of servingRoles) await ask({ connectionString: url }, `drop role ${roleName(role)}`)
    await ask({ connectionString: url }, `create role house login createrole password 'house'`)
    await ask({ connectionString: url }, 'create database third owner house')
    const owner = signInWith({ connectionString: addressOf('third') }, 'house', 'house')
    await ask(owner, 'select 1')
    // Baseline of version 1.6.0 has its role, which another portal of the server made.
    await ask({ connectionString: url }, 'grant eupnea_app to house with admin option')
    await migrate(owner, () => {})
    await prepareJobs(owner)
    const connections = await openConnections(owner, { secret: 'e'.repeat(32), urls: {}, log })
    for (const role of servingRoles) expect(await whoIs(connections[role])).toEqual([roleName(role), roleName(role)])
    expect(said).toEqual([])
    expect(await ask(connections.work, 'select count(*)::int from jobs.queue')).toEqual([0])
    await expect(ask(connections.requests, 'select 1 from jobs.job')).rejects.toThrow(/permission denied/)
  })

  it('names the roles that are missing where the owner may not create them [DO-1]', async () => {
    await ask({ connectionString: url }, `drop database third with (force)`)
    for (const role of servingRoles) await ask({ connectionString: url }, `drop role ${roleName(role)}`)
    await ask({ connectionString: url }, `alter role house nocreaterole`)
    await ask({ connectionString: url }, 'create database fourth owner house')
    const owner = signInWith({ connectionString: addressOf('fourth') }, 'house', 'house')
    await expect(migrate(owner, () => {})).rejects.toThrow('no role eupnea_requests')
    // As docs/operations.md says.
    for (const role of servingRoles)
      await ask({ connectionString: url }, `create role ${roleName(role)} login noinherit password '${role}'`)
    await migrate(owner, () => {})
    const urls = Object.fromEntries(
      servingRoles.map((role) => [role, String(signInWith(owner, roleName(role), role).connectionString)]),
    )
    const connections = await openConnections(owner, { secret: 'e'.repeat(32), urls, log })
    for (const role of servingRoles) expect(await whoIs(connections[role])).toEqual([roleName(role), roleName(role)])
    expect(said).toEqual([])
  })
})
